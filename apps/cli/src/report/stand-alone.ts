/** SVG pictures side by side as one file on white, their colours no longer those of a page. */
export function standAlone(panels: readonly string[]): string {
  const sizes = panels.map((svg) => {
    const [, width, height] = /<svg[^>]*? viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
    return { width: Number(width), height: Number(height) };
  });
  const width = sizes.reduce((sum, size) => sum + size.width, 0);
  const height = Math.max(...sizes.map((size) => size.height));
  let x = 0;
  const placed = panels.map((svg, i) => {
    const at = x;
    x += sizes[i].width;
    return svg.replace("<svg", `<svg x="${at}"`);
  });
  const all = placed
    .join("\n")
    .replaceAll("currentColor", "#222")
    .replaceAll(/var\(--[\w-]+, (#\w+)\)/g, "$1");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif">
<rect width="100%" height="100%" fill="white"/>
${all}
</svg>
`;
}
