/** Code 128 in set C, which encodes pairs of digits. Inserting and sorting machines read it. */
const PATTERNS =
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131'.split(
    ' ',
  )
const START_C = { value: 105, pattern: '211232' }
const STOP = '2331112'
/** The quiet zone on both sides, in modules. */
const QUIET_MODULES = 10

/** Widths of bars and spaces in modules, a bar first. Throws unless the text is pairs of digits. */
export const code128 = (digits: string): number[] => {
  if (!/^(?:\d\d)+$/.test(digits)) throw new Error('Code 128 set C encodes pairs of digits only')
  const values = digits.match(/\d\d/g)!.map(Number)
  const check = values.reduce((sum, value, index) => sum + value * (index + 1), START_C.value) % 103
  const patterns = [START_C.pattern, ...[...values, check].map((value) => PATTERNS[value]!), STOP]
  return [...patterns.join('')].map(Number)
}

/** Returns the bars in modules from the left edge of the quiet zone, and the total width. */
export const code128Bars = (digits: string): { bars: { x: number; w: number }[]; modules: number } => {
  const bars: { x: number; w: number }[] = []
  let x = QUIET_MODULES
  for (const [index, width] of code128(digits).entries()) {
    if (index % 2 === 0) bars.push({ x, w: width })
    x += width
  }
  return { bars, modules: x + QUIET_MODULES }
}
