/**
 * Philox4x32-10 (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", 2011): four random words that
 * depend only on a key and a counter, so any part of a stream can be computed independently. Returns word `element & 3` of block
 * `element >> 2`; the counter is the block and `stream`, the key is `seed`.
 */
export function randomWord(seed: u64, stream: u32, element: u64): u32 {
  const block = element >> 2;
  let c0 = <u32>block;
  let c1 = <u32>(block >> 32);
  let c2 = stream;
  let c3: u32 = 0;
  let key0 = <u32>seed;
  let key1 = <u32>(seed >> 32);
  for (let round = 0; round < 10; round++) {
    const product0 = <u64>c0 * 0xd2511f53;
    const product1 = <u64>c2 * 0xcd9e8d57;
    c0 = <u32>(product1 >> 32) ^ c1 ^ key0;
    c1 = <u32>product1;
    c2 = <u32>(product0 >> 32) ^ c3 ^ key1;
    c3 = <u32>product0;
    key0 += 0x9e3779b9;
    key1 += 0xbb67ae85;
  }
  const lane = <u32>element & 3;
  return lane == 0 ? c0 : lane == 1 ? c1 : lane == 2 ? c2 : c3;
}
