/**
 * SPDX ids of the licences whose works may be distributed with the program and require only a notice.
 */
const permissive = new Set([
  '0BSD',
  'AGG-2.3',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'FTL',
  'HPND',
  'IJG',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unicode-3.0',
  'Unlicense',
  'Zlib',
  'libpng-2.0',
  'libtiff',
])

/** Reviewed parts with other licences, and why they may be distributed. */
const allowed: Readonly<Record<string, { licence: string; because: string }>> = {
  Bun: {
    licence: 'MIT AND LGPL-2.0-or-later AND LGPL-2.1-or-later',
    because:
      'its JavaScriptCore and TinyCC are under the LGPL, which lets a program that links them have any licence as long as the user ' +
      'gets their notice and can put another build of them in their place: the source of Lettershop is open, and ' +
      '`npm run build:exe` makes the executable with any Bun',
  },
  SQLite: { licence: 'blessing', because: 'it is in the public domain' },
}

const copyleft = /GPL|MPL|EPL|CDDL|EUPL|SSPL|OSL|CC-BY-SA/i

/** Why a part may not be distributed; undefined where it may. */
export const refusalOf = (name: string, licence: string | undefined): string | undefined => {
  if (licence === undefined || licence === '') return `${name} names no licence`
  if (allowed[name]?.licence === licence) return undefined
  if (alternativesOf(licence).some((parts) => parts.every((part) => permissive.has(part)))) return undefined
  const kind = copyleft.test(licence) ? 'a copyleft licence' : 'a licence that was not reviewed'
  return `${name} is under ${licence}, ${kind}: do without it, or allow it in scripts/third-party/licences.ts and say why`
}

/**
 * Understands `A OR B` and `A AND B`, which is what packages use. Nested expressions such as
 * `(MIT OR Apache-2.0) AND X` are refused.
 */
const alternativesOf = (licence: string): string[][] => {
  const plain = licence.replace(/^\((.*)\)$/, '$1')
  return plain.split(' OR ').map((alternative) => alternative.split(' AND '))
}
