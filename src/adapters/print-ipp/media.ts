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
