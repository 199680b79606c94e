import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { partsBesideNpm } from './beside-npm.ts'
import { type Lockfile, type Part, packagesOf } from './packages.ts'

/** SPDX ids of licences that only require a notice. */
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

/** Explains why a part may not be distributed; undefined if it may. */
export const refusalOf = (name: string, licence: string | undefined): string | undefined => {
  if (licence === undefined || licence === '') return `${name} names no licence`
  if (allowed[name]?.licence === licence) return undefined
  if (alternativesOf(licence).some((parts) => parts.every((part) => permissive.has(part)))) return undefined
  const kind = copyleft.test(licence) ? 'a copyleft licence' : 'a licence that was not reviewed'
  return `${name} is under ${licence}, ${kind}: remove it, or allow it in scripts/third-party/notices.ts with a reason`
}

/** Parses `A OR B` and `A AND B`. A nested `(MIT OR Apache-2.0) AND X` yields no known licence. */
const alternativesOf = (licence: string): string[][] => {
  const plain = licence.replace(/^\((.*)\)$/, '$1')
  return plain.split(' OR ').map((alternative) => alternative.split(' AND '))
}

const line = '='.repeat(100)

/**
 * Formats the text of THIRD-PARTY-NOTICES. Throws with the names of all parts whose licence is not allowed or
 * has no text.
 */
export const noticesOf = (parts: readonly Part[]): string => {
  const wrong = parts.flatMap(({ name, licence, texts }) => {
    const refusal = refusalOf(name, licence)
    return [
      ...(refusal === undefined ? [] : [refusal]),
      ...(texts.length === 0 ? [`${name} has no licence text`] : []),
    ]
  })
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
  const titleOf = ({ name, version }: Part) => (version === undefined ? name : `${name} ${version}`)
  return [
    'Third-party notices of Lettershop',
    '',
    'The executable and the package hold, or need, the following works of others. Made by `node scripts/generate-notices.ts`.',
    '',
    ...parts.map((part) => `- ${titleOf(part)}: ${part.licence}`),
    '',
    ...parts.flatMap((part) => [
      line,
      `${titleOf(part)} (${part.licence})`,
      ...(part.about === undefined ? [] : ['', part.about]),
      ...part.texts.flatMap((text) => ['', plain(text)]),
      '',
    ]),
  ].join('\n')
}

/** Normalises line ends and removes trailing spaces. */
const plain = (text: string): string =>
  text
    .replaceAll(/\r\n?|\f/g, '\n')
    .replaceAll(/[ \t]+$/gm, '')
    .trim()

/** All third-party parts that are distributed, npm packages first. */
export const partsOf = (root: string): Part[] => {
  const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lockfile
  return [...packagesOf(root, lockfile), ...partsBesideNpm(root, lockfile)]
}
