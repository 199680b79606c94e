/**
 * Finds words that CONTRIBUTING.md excludes, in comments, sentences and documents.
 *
 * node scripts/check-prose.ts [--update] [PATH …]
 *
 * Without paths it fails if a word occurs more or less often than in `prose/allowed.json`, so that the counts
 * only shrink; `--update` writes lower counts. With paths it lists the occurrences in these files and
 * folders.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesBelow, read } from '../test/support/source-files.ts'
import { proseOf } from './prose/prose.ts'
import { placesOf, words } from './prose/words.ts'

const listFile = join(import.meta.dirname, 'prose/allowed.json')
const folders = ['src', 'bin', 'scripts', 'test', 'bench', 'docs', 'examples', 'deploy']
const documents = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md']
const checked = /\.(ts|mjs|md)$/
const skipped = /\.gen\.ts$|^test\/fixtures\/|^scripts\/prose\/|^docs\/openapi/

const args = process.argv.slice(2)
const paths = args.filter((arg) => !arg.startsWith('--'))
const all = [...folders.flatMap((folder) => filesBelow(folder, checked)), ...documents]
const files = all.filter(
  (file) =>
    !skipped.test(file) &&
    (paths.length === 0 || paths.some((path) => file === path || file.startsWith(path))),
)

const places = files.flatMap((file) =>
  placesOf(proseOf(file, read(file))).map((place) => ({ file, ...place })),
)
const list = (found: typeof places) => {
  for (const { file, line, word, text } of found) {
    console.log(`${file}:${line}: "${text}": ${words[word]!.instead}`)
  }
}
const counts: Record<string, number> = {}
for (const { word } of places) counts[word] = (counts[word] ?? 0) + 1
if (paths.length > 0) list(places)

if (paths.length === 0) {
  const allowed: Record<string, number> = JSON.parse(readFileSync(listFile, 'utf8'))
  const names = [...new Set([...Object.keys(allowed), ...Object.keys(counts)])].sort()
  const differing = names.filter((name) => (counts[name] ?? 0) !== (allowed[name] ?? 0))
  for (const name of differing) {
    const more = (counts[name] ?? 0) > (allowed[name] ?? 0)
    if (!more && args.includes('--update')) continue
    if (more) list(places.filter(({ word }) => word === name))
    const advice = more ? words[name]!.instead : 'run `node scripts/check-prose.ts --update`'
    console.error(`"${name}": ${counts[name] ?? 0} places, ${allowed[name] ?? 0} allowed: ${advice}.`)
    process.exitCode = 1
  }
  if (args.includes('--update')) {
    const lower = names.map((name) => [name, Math.min(counts[name] ?? 0, allowed[name] ?? 0)] as const)
    const left = Object.fromEntries(lower.filter(([, count]) => count > 0))
    writeFileSync(listFile, `${JSON.stringify(left, null, 2)}\n`)
  }
}
