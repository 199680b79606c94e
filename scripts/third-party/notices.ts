import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { partsBesideNpm } from './beside-npm.ts'
import { refusalOf } from './licences.ts'
import { type Lockfile, type Part, packagesOf } from './packages.ts'

const line = '='.repeat(100)

/**
 * The text of THIRD-PARTY-NOTICES, from the lockfile and the installed packages. Throws where parts have a
 * licence that is not allowed, or no text of their licence, and names all of them.
 */
export const noticesOf = (parts: readonly Part[]): string => {
  const wrong = parts.flatMap(({ name, licence, texts }) => {
    const refusal = refusalOf(name, licence)
    return [
      ...(refusal === undefined ? [] : [refusal]),
      ...(texts.length === 0 ? [`${name} came without the text of its licence`] : []),
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
