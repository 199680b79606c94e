import { utf8Length } from '#platform/text'
import { type ErrorCorrection, qrSide } from '../../typesetting/marks/qr.ts'

const sizes = new Map<string, number>()

/**
 * Modules on one side, or undefined when no symbol holds the text. The size depends on the kind and number
 * of characters alone, so it is encoded once for each length and remembered: `check` runs for every item.
 */
export const qrModules = (text: string, ecc: ErrorCorrection): number | undefined => {
  const kind = /^\d*$/.test(text) ? 'n' : /^[0-9A-Z $%*+\-./:]*$/.test(text) ? 'a' : 'b'
  const length = kind === 'b' ? utf8Length(text) : text.length
  const key = `${ecc}${kind}${length}`
  let modules = sizes.get(key)
  if (modules === undefined) {
    modules = qrSide(text, ecc) ?? 0
    sizes.set(key, modules)
  }
  return modules === 0 ? undefined : modules
}
