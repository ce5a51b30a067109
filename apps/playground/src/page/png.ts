/** Converts an SVG file to a PNG file of twice its size. */
export async function pngOf(svg: string): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = 2 * image.width;
    canvas.height = 2 * image.height;
    const context = canvas.getContext("2d");
    if (context === null) throw new Error("this browser cannot draw pictures");
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob === null ? reject(new Error("the picture is too large")) : resolve(blob)));
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}
