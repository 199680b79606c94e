const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1
  return crc
})

/** The checksum of PNG chunks and of ZIP entries; `before` is that of the bytes before these. */
export const crc32 = (bytes: Uint8Array, before = 0): number => {
  let crc = before ^ 0xffffffff
  // Iterating over the bytes instead took ten times as long in the executable.
  for (let at = 0; at < bytes.length; at++) crc = table[(crc ^ bytes[at]!) & 0xff]! ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}
