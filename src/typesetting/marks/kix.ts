/**
 * KIX, the Dutch customer barcode, has four bars a character, each full, ascending, descending or short. It
 * has no check character and no start or stop bars. The upper halves give the row and the lower halves the
 * column in the table of 36 characters.
 */
const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const HALVES = [0b0011, 0b0101, 0b0110, 0b1001, 0b1010, 0b1100] as const

/** In mm. Allowed: bars 0.4–0.6, gaps 0.4–0.7, heights 4.2–5.8, quiet zone 2 (docs/design/sheets.md). */
export const kixMm = { pitch: 1.02, pitchMin: 0.82, height: 5, quiet: 2 } as const
/** The bar's share of the pitch: 0.5 mm at the widest, 0.4 mm at the narrowest. */
const BAR_SHARE = 0.5 / 1.02
/** The middle part that every bar has. */
const TRACKER_MM = 1.3

export const isKixCode = (code: string): boolean => /^[0-9A-Z]{1,40}$/.test(code)

export const kixBars = (code: string): { ascends: boolean; descends: boolean }[] =>
  [...code].flatMap((character) => {
    const value = CHARACTERS.indexOf(character)
    const upper = HALVES[Math.floor(value / 6)]!
    const lower = HALVES[value % 6]!
    return [3, 2, 1, 0].map((bit) => ({
      ascends: ((upper >> bit) & 1) === 1,
      descends: ((lower >> bit) & 1) === 1,
    }))
  })

const barsOf = (code: string): number => code.length * 4

export const kixWidthMm = (code: string, pitch: number = kixMm.pitch): number =>
  (barsOf(code) - 1 + BAR_SHARE) * pitch

/** The widest pitch at which code and quiet zones fit `width` mm; too small below `kixMm.pitchMin`. */
export const kixPitchMm = (code: string, width: number): number =>
  Math.min(kixMm.pitch, (width - 2 * kixMm.quiet) / (barsOf(code) - 1 + BAR_SHARE))

/** Returns rectangles in mm from the top left of the code. */
export const kixRectangles = (
  code: string,
  pitch: number,
): { x: number; y: number; w: number; h: number }[] => {
  const arm = (kixMm.height - TRACKER_MM) / 2
  return kixBars(code).map(({ ascends, descends }, index) => {
    const y = ascends ? 0 : arm
    const bottom = descends ? kixMm.height : kixMm.height - arm
    return { x: index * pitch, y, w: pitch * BAR_SHARE, h: bottom - y }
  })
}
