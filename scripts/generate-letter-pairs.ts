/**
 * Writes the table of letter pairs by which the encoding of a CSV is recognised, from lists of names:
 * `node scripts/generate-letter-pairs.ts FOLDER`, with one file `<language>.txt` for each language, one word a
 * line. The lists are not part of the repository; docs/design/lists.md says how the table was measured.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { costSteps } from '../src/adapters/csv/encoding/score.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name the folder of the word lists.')

const add = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
const digit = (share: number) => Math.min(35, Math.round(-Math.log(share) * costSteps)).toString(36)

const tableOf = (words: readonly string[]): string => {
  const pairs = new Map<string, number>()
  const firsts = new Map<string, number>()
  const letters = new Map<string, number>()
  let total = 0
  for (const word of words) {
    const folded = `^${[...word.normalize('NFC').toLowerCase()].map((letter) => (/[\p{L}\p{M}]/u.test(letter) ? letter : '^')).join('')}^`
    for (let at = 1; at < folded.length; at++) {
      add(firsts, folded[at - 1]!)
      add(letters, folded[at]!)
      total++
      if (folded[at - 1]! >= '\u0080' || folded[at]! >= '\u0080') add(pairs, folded.slice(at - 1, at + 1))
    }
  }
  const own = [...letters].filter(([letter]) => letter >= '\u0080')
  const ascii = words.filter((word) => !/[^\0-\x7f]/.test(word)).length
  return [
    `##${digit((ascii + 1) / (words.length + 2))}`,
    ...own.map(([letter, count]) => `*${letter}${digit(count / total)}`),
    ...[...pairs].map(([pair, count]) => `${pair}${digit(count / firsts.get(pair[0]!)!)}`),
  ]
    .sort()
    .join('')
}

const tables = readdirSync(folder)
  .filter((name) => name.endsWith('.txt'))
  .sort()
  .map((name) => {
    const words = readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean)
    return `  ${name.slice(0, -4)}:\n    ${JSON.stringify(tableOf(words)).replaceAll("'", "\\'").replace(/^"|"$/g, "'")},`
  })
writeFileSync(
  new URL('../src/adapters/csv/encoding/letter-pairs.gen.ts', import.meta.url),
  `/** Made by scripts/generate-letter-pairs.ts: two letters and what the second costs after the first, by language. */\nexport const letterPairs: Readonly<Record<string, string>> = {\n${tables.join('\n')}\n}\n`,
)
