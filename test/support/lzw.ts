/** Codes bytes with LZW as PDF does; `early` is 1 where codes grow one sooner than they must. */
export const lzw = (data: Uint8Array, early: 0 | 1): Buffer => {
  const out: number[] = []
  let held = 0
  let bits = 0
  let width = 9
  let table = new Map<string, number>()
  const put = (code: number) => {
    held = (held << width) | code
    bits += width
    while (bits >= 8) {
      bits -= 8
      out.push((held >> bits) & 255)
      held &= (1 << bits) - 1
    }
  }
  const codeOf = (text: string) => (text.length === 1 ? text.charCodeAt(0) : table.get(text)!)
  put(256)
  let word = ''
  for (const byte of data) {
    const longer = word + String.fromCharCode(byte)
    if (longer.length === 1 || table.has(longer)) {
      word = longer
      continue
    }
    put(codeOf(word))
    table.set(longer, 258 + table.size)
    // The reader is one code behind.
    if (258 + table.size - 1 + early >= 1 << width && width < 12) width++
    if (table.size >= 3800) {
      put(256)
      table = new Map()
      width = 9
    }
    word = String.fromCharCode(byte)
  }
  if (word !== '') put(codeOf(word))
  put(257)
  if (bits > 0) out.push((held << (8 - bits)) & 255)
  return Buffer.from(out)
}
