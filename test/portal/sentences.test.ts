import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { inDutch } from '../../portal/src/messages/dutch.ts'
import { sentencesNl } from '../../portal/src/messages/sentences.nl.ts'
import type { Sentences } from '../../src/core/kernel/sentences.ts'

const root = join(import.meta.dirname, '../..')
const files = globSync('{src,bin}/**/*sentences.ts', { cwd: root }).filter(
  (file) => !file.endsWith('kernel/sentences.ts'),
)

/** Every sentence of the program by its key; one that two files say must be the same. */
const english = new Map<string, string>()
for (const file of files) {
  const exported = Object.values((await import(join(root, file))) as Record<string, unknown>)
  for (const { texts } of exported as Sentences<Record<string, string>>[]) {
    for (const [key, text] of Object.entries(texts)) {
      if ((english.get(key) ?? text) !== text) throw new Error(`${key} is two sentences, one in ${file}.`)
      english.set(key, text)
    }
  }
}

const namesIn = (text: string) => new Set([...text.matchAll(/\{(\w+\??)\}/g)].map(([, name]) => name!))

describe('what the program says of something that is wrong', () => {
  test('every sentence has Dutch words, and no Dutch words are left over', () => {
    expect(Object.keys(sentencesNl).sort()).toEqual([...english.keys()].sort())
  })

  test.each([...english])('%s says in Dutch no value that is not given', (key, text) => {
    const given = namesIn(text)
    expect([...namesIn(sentencesNl[key] ?? '')].filter((name) => !given.has(name))).toEqual([])
  })

  test('a code has one sentence, or one for each case', () => {
    const codes = new Set([...english.keys()].filter((key) => !key.includes('.')))
    expect([...english.keys()].filter((key) => key.includes('.') && codes.has(key.split('.')[0]!))).toEqual(
      [],
    )
  })
})

describe('in Dutch', () => {
  test.each([
    [
      'a number with its language’s comma',
      { code: 'outside_safe', params: { safe: 4.5 } },
      'Tekst en codes blijven 4,5 mm van de snijrand.',
    ],
    [
      'a country by its name',
      { code: 'house_number_missing', params: { countryCode: 'DE' } },
      'Een adres in Duitsland heeft een huisnummer nodig.',
    ],
    [
      'the sentence of the case',
      { code: 'font_unknown', params: { case: 'not_a_font', asset: 'ast_1' } },
      'Het bestand “ast_1” is geen lettertype.',
    ],
    [
      'a hint where there is one',
      { code: 'unknown', params: { case: 'field', name: 'titel', meant: 'title' } },
      'Het veld titel bestaat niet. Bedoel je title?',
    ],
    [
      'no hint where there is none',
      { code: 'unknown', params: { case: 'field', name: 'titel' } },
      'Het veld titel bestaat niet.',
    ],
    [
      'one of what may be counted',
      {
        code: 'min_length',
        params: { case: 'counted', parameter: 'x', limit: 1, unit: 'character', length: 0 },
      },
      'x: minstens 1 teken; nu 0.',
    ],
    [
      'a process by its number, without separators',
      { code: 'owner_server', params: { process: 12345 } },
      'een server (proces 12345) die antwoordt',
    ],
    [
      'what a file is',
      { code: 'file_kind', params: { case: 'other', kind: 'FONT', found: 'font/woff' } },
      'Een lettertype is een TrueType-bestand (.ttf); dit is een weblettertype (WOFF).',
    ],
    ['nothing of a code without words', { code: 'later' }, undefined],
    ['nothing of a finding that was kept without its values', { code: 'outside_safe' }, undefined],
  ])('%s', (_what, said, sentence) => {
    expect(inDutch({ message: 'English.', ...said })).toBe(sentence)
  })
})
