/** The boxes of every page, as `pdf/render/part.ts` writes them. */
const boxes = /^\/MediaBox(\[[\d. ]+\])\/BleedBox\1\/TrimBox(\[[\d. ]+\])/
const begin = '/MediaBox['
/** More bytes than the boxes of a page take. */
const most = 200

/**
 * A part whose pages are as large as what is cut out of them. A printer that prints on the trimmed size would
 * else scale pages with bleed down, or shift them, and the address would no longer stand in its window.
 *
 * The boxes are written over in place, spaces filling up what is shorter: every object stays where the file's
 * table says that it is, and nothing of the part is kept in memory.
 */
export async function* cutToTrim(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array()
  for await (const chunk of content) {
    const bytes = Buffer.concat([rest, chunk])
    cutPages(bytes)
    // Boxes that this chunk does not end with begin in what is kept back.
    const whole = Math.max(0, bytes.length - most)
    if (whole > 0) yield bytes.subarray(0, whole)
    rest = bytes.subarray(whole)
  }
  yield rest
}

const cutPages = (bytes: Buffer): void => {
  for (let at = bytes.indexOf(begin); at >= 0; at = bytes.indexOf(begin, at + begin.length)) {
    const found = boxes.exec(bytes.toString('latin1', at, at + most))
    if (!found) continue
    const [whole, media, trim] = found
    // A sheet without bleed goes as it is, and the checksums of its package hold on the printer's side, too.
    if (trim === media) continue
    bytes.write(`/MediaBox${trim}/TrimBox${trim}`.padEnd(whole.length), at, 'latin1')
  }
}
