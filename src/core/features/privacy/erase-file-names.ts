import { bareName, collapseUmlauts, foldName, namesNobody, spellOutUmlauts } from '../../address/index.ts'
import type { ModeScope } from '../../engine/caller.ts'
import type { JobContext } from '../../engine/jobs/job.ts'
import { chunksById, type Test } from '../../kernel/query.ts'
import type { ErasedPerson } from '../../model/privacy.ts'
import type { Writer } from '../../ports/store.ts'
import type { Turns } from '../../ports/system.ts'

const erased = 'erased'
/** Shorter words occur in many file names (`Jan 2026`) and count only next to another word of the name. */
const shortestWord = 4
/** Words of at least this length are also found inside longer ones (`ZebulonQuistgaard`). */
const shortestPart = 6

interface Words {
  whole: Set<string>
  parts: string[]
  short: Set<string>
  /** Several words that count in sequence. */
  phrases: string[][]
}

/**
 * Returns a function that replaces words of a file name that name one of these persons by `erased`. Other
 * words and the extension stay. Yields between persons, because there may be hundreds.
 */
export const withoutPersons = async (
  persons: readonly ErasedPerson[],
  turns: Turns,
): Promise<(fileName: string) => string> => {
  const words: Words = { whole: new Set(), parts: [], short: new Set(), phrases: [] }
  for (const person of persons) {
    await turns.rest()
    addWords(words, person)
  }
  return (fileName) => {
    const text = fileName.normalize('NFC')
    const tokens = [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)]
    const named = namedTokens(
      tokens.map(([token]) => token),
      words,
    )
    if (named.size === 0) return fileName
    let kept = ''
    let end = 0
    for (const [place, { 0: token, index }] of tokens.entries()) {
      // Merge adjacent words of a name into one.
      const isRepeated = named.has(place) && named.has(place - 1)
      if (!isRepeated) kept += text.slice(end, index) + (named.has(place) ? erased : token)
      end = index + token.length
    }
    return kept + text.slice(end)
  }
}

const addWords = (words: Words, { name, companyName, reference }: ErasedPerson): void => {
  const spellings = name === null || namesNobody(name) ? [] : [name, spellOutUmlauts(name)]
  for (const spelling of spellings) {
    const all = bareName(spelling).words.filter((word) => word !== '')
    for (const word of all) addWord(words, word)
    if (all.length > 1) {
      addPart(words, all.join(''))
      words.phrases.push(all.map(collapseUmlauts))
    }
    if (all.length === 1 && all[0]!.length < shortestWord) words.phrases.push(all)
  }
  const company = foldName(companyName ?? '').split(' ')
  if (company[0] !== '') words.phrases.push(company.map(collapseUmlauts))
  addPart(words, compact(reference ?? ''))
}

const addWord = (words: Words, word: string): void => {
  const folded = collapseUmlauts(word)
  ;(word.length < shortestWord && isLatin(word) ? words.short : words.whole).add(folded)
  addPart(words, word)
}

/** Chinese and Japanese names have two or three characters without spaces around them. */
const addPart = (words: Words, part: string): void => {
  if (part.length >= (isLatin(part) ? shortestPart : 2)) words.parts.push(collapseUmlauts(part))
}
const isLatin = (word: string): boolean => /^[\p{Script=Latin}\p{N}]*$/u.test(word)

const compact = (text: string): string => foldName(text).replaceAll(' ', '')

const namedTokens = (tokens: readonly string[], { whole, parts, short, phrases }: Words): Set<number> => {
  const folded = tokens.map((token) => collapseUmlauts(compact(token)))
  const named = new Set<number>()
  // Most of the thousands of parts do not occur in the name; one search of the whole name excludes each.
  const text = folded.join(' ')
  const present = new Set(folded)
  const partsOf = parts.filter((part) => text.includes(part))
  for (const [place, word] of folded.entries()) {
    const isNamed = whole.has(word) || partsOf.some((part) => word.includes(part))
    if (isNamed) named.add(place)
  }
  for (const phrase of phrases) {
    if (!present.has(phrase[0]!)) continue
    for (let start = 0; start + phrase.length <= folded.length; start++) {
      if (!phrase.every((word, index) => folded[start + index] === word)) continue
      for (let index = 0; index < phrase.length; index++) named.add(start + index)
    }
  }
  if (named.size > 0) for (const [place, word] of folded.entries()) if (short.has(word)) named.add(place)
  return named
}

/** Rows of a table that one transaction changes. */
const rowsPerChunk = 100

/** Columns with file names, which may contain names of persons. */
const namedFiles = [
  ['uploads', 'fileName'],
  ['imports', 'fileName'],
  ['suppressionImports', 'fileName'],
  ['assets', 'name'],
] as const

type FileRow = { id: string } & { readonly [Name in 'fileName' | 'name']?: string }

/** Removes persons from an organisation's file names. Assets always have mode `live`. */
export const eraseFileNames = async (
  { services, transact, extend }: JobContext,
  own: ModeScope,
  without: (fileName: string) => string,
): Promise<void> => {
  for (const [table, column] of namedFiles) {
    if (table === 'assets' && own.mode === 'test') continue
    const files = (id: Test<string>, limit: number) =>
      services.store.read((rows) => filesIn(rows, table).find(own, { id }, { limit }))
    for await (const found of chunksById(rowsPerChunk, files, { between: extend })) {
      const changed: { id: string; name: string; kept: string }[] = []
      for (const { id, [column]: name = '' } of found) {
        await services.turns.rest()
        const kept = without(name)
        if (kept !== name) changed.push({ id, name, kept })
      }
      if (changed.length > 0) {
        await transact(async ({ rows }) => {
          for (const { id, name, kept } of changed)
            await filesIn(rows, table).update(own, id, { [column]: kept }, { [column]: name })
        })
      }
    }
  }
}

/** Returns a table with file names, typed alike for all of them. */
const filesIn = (rows: unknown, table: (typeof namedFiles)[number][0]) =>
  (rows as Record<typeof table, Writer<FileRow>>)[table]
