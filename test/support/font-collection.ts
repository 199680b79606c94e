/** Returns a font collection (TTC) of these font files. */
export const collectionOf = (...fonts: readonly Uint8Array[]): Buffer => {
  const head = Buffer.alloc(12 + fonts.length * 4)
  head.write('ttcf', 'latin1')
  head.writeUInt32BE(0x0001_0000, 4)
  head.writeUInt32BE(fonts.length, 8)
  let at = head.length
  const moved = fonts.map((font, index) => {
    const copy = Buffer.from(font)
    head.writeUInt32BE(at, 12 + index * 4)
    for (let table = 0; table < copy.readUInt16BE(4); table++) {
      const entry = 12 + table * 16 + 8
      copy.writeUInt32BE(copy.readUInt32BE(entry) + at, entry)
    }
    at += copy.length
    return copy
  })
  return Buffer.concat([head, ...moved])
}
