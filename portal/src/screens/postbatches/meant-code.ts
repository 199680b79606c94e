/** Letters and digits that are often confused. */
const digitOf: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' }
const letterOf: Readonly<Record<string, string>> = { '0': 'O', '1': 'I' }

const isDigit = (sign: string): boolean => /\d/.test(sign)

/** A likely postal code, and the first typed character that it replaces. */
export interface MeantCode {
  code: string
  typed: string
}

/**
 * Corrects confused letters and digits by the format of an example: `1O17 AB` becomes 1017 AB for 1234 AB.
 * Undefined if nothing is confused or the result doesn't have that format.
 */
export const meantCode = (typed: string, example: string): MeantCode | undefined => {
  const signs = [...typed.toUpperCase().replace(/[\s-]/g, '')]
  const shape = [...example].filter((sign) => /[A-Za-z\d]/.test(sign))
  if (signs.length !== shape.length) return undefined
  let changed = ''
  const right = signs.map((sign, at) => {
    if (isDigit(sign) === isDigit(shape[at]!)) return sign
    changed ||= sign
    return (isDigit(shape[at]!) ? digitOf : letterOf)[sign]
  })
  if (changed === '' || !right.every((sign) => sign !== undefined && /[A-Z\d]/.test(sign))) return undefined
  let at = 0
  return {
    code: [...example].map((sign) => (/[A-Za-z\d]/.test(sign) ? right[at++] : sign)).join(''),
    typed: changed,
  }
}
