/** Letters that are taken for digits, and digits that are taken for letters. */
const digitOf: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' }
const letterOf: Readonly<Record<string, string>> = { '0': 'O', '1': 'I' }

const isDigit = (sign: string): boolean => /\d/.test(sign)

/** A postal code that was probably meant, and the sign that was typed for another. */
export interface MeantCode {
  code: string
  typed: string
}

/**
 * What was meant where a letter stands for a digit or the other way round, by the shape of an example of the
 * country: `1O17 AB` is 1017 AB where one looks like 1234 AB. Undefined where that does not make it right.
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
