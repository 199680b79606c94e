/** Sizes that printers know by a name of PWG 5101.1, in mm, the shorter side first. */
const named: readonly (readonly [name: string, short: number, long: number])[] = [
  ['iso_a4_210x297mm', 210, 297],
  ['iso_a5_148x210mm', 148, 210],
  ['iso_a6_105x148mm', 105, 148],
  ['iso_dl_110x220mm', 110, 220],
  ['iso_c6_114x162mm', 114, 162],
  ['iso_c5_162x229mm', 162, 229],
  ['iso_c4_229x324mm', 229, 324],
  ['na_letter_8.5x11in', 215.9, 279.4],
  ['na_number-10_4.125x9.5in', 104.8, 241.3],
]

/** How far a size may be from its name, in tenths of a mm: products of inches are rounded. */
const toleranceTenths = 3

/**
 * The paper, envelope or label that a sheet is printed on, as IPP names it. A name says its size upright; a printer
 * turns the page itself. Sizes without a name are said in a name of their own, which PWG 5101.1 provides for.
 */
export const mediaOf = ({ w, h }: { w: number; h: number }): string => {
  const [short, long] = [Math.min(w, h), Math.max(w, h)]
  const isOf = (of: number, size: number) => Math.round(Math.abs(of - size) * 10) <= toleranceTenths
  const found = named.find(([, width, height]) => isOf(short, width) && isOf(long, height))
  return found?.[0] ?? `custom_sheet_${short}x${long}mm`
}

/**
 * Whether paper is larger than the sheet that is cut from it, by what its name says. A name without a size, of a
 * tray for example, is taken for paper of the sheet's own size: offices cut nothing.
 */
export const isLargerThan = (media: string, { w, h }: { w: number; h: number }): boolean => {
  const size = /_([\d.]+)x([\d.]+)(mm|in)(?:$|[^a-z])/.exec(media)
  if (!size) return false
  const [short, long] = [Number(size[1]), Number(size[2])]
    .map((length) => (size[3] === 'in' ? length * 25.4 : length))
    .sort((a, b) => a - b) as [number, number]
  const isMore = (paper: number, sheet: number) => Math.round((paper - sheet) * 10) > toleranceTenths
  return isMore(short, Math.min(w, h)) || isMore(long, Math.max(w, h))
}

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
