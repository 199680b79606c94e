/** PWG 5101.1 names of sizes in mm, the shorter side first. */
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

/** Tolerance in tenths of a mm; sizes in inches are rounded. */
const toleranceTenths = 3

/**
 * Returns the IPP name of the paper, envelope or label for a sheet. Names describe the upright size; the
 * printer rotates pages itself. Sizes without a name get a custom one, as PWG 5101.1 provides.
 */
export const mediaOf = ({ w, h }: { w: number; h: number }): string => {
  const [short, long] = [Math.min(w, h), Math.max(w, h)]
  const isOf = (of: number, size: number) => Math.round(Math.abs(of - size) * 10) <= toleranceTenths
  const found = named.find(([, width, height]) => isOf(short, width) && isOf(long, height))
  return found?.[0] ?? `custom_sheet_${short}x${long}mm`
}

/**
 * Whether paper is larger than the sheet, by the size in its name. A name without a size, such as a tray,
 * counts as the sheet's own size: offices don't cut.
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
/** Maximum length of a page's boxes in bytes. */
const most = 200

/**
 * Crops the pages of a part to their trim box. A printer that prints on paper of the trimmed size would
 * otherwise scale down or shift pages with bleed, and the address would miss its window.
 *
 * Boxes are overwritten in place and padded with spaces, so that offsets in the file's cross-reference table
 * stay valid and no part is kept in memory.
 */
export async function* cutToTrim(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array()
  for await (const chunk of content) {
    const bytes = Buffer.concat([rest, chunk])
    cutPages(bytes)
    // Keeps enough bytes for boxes that continue in the next chunk.
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
    // A sheet without bleed stays unchanged, so the checksums of its package remain valid.
    if (trim === media) continue
    bytes.write(`/MediaBox${trim}/TrimBox${trim}`.padEnd(whole.length), at, 'latin1')
  }
}
