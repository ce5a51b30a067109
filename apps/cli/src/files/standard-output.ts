/** Writes chunks of text to standard output, each once the reader has room for it. */
export async function writeStandardOutput(chunks: AsyncIterable<string>): Promise<void> {
  for await (const chunk of chunks) {
    if (process.stdout.write(chunk)) continue;
    await new Promise((resolve) => process.stdout.once("drain", resolve));
  }
}
