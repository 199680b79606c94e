import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { readCatalogues } from '../../portal/words/catalogues.ts'
import {
  apiLoaders,
  apiModule,
  areaModule,
  coreLoaders,
  coreModule,
  declarations,
  languageModule,
  languagesModule,
} from '../../portal/words/emit.ts'
import { wordsPlugin } from '../../portal/words/plugin.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const root = temporaryFolder()

/** Writes `LANGUAGE/AREA.json` files below `portal/messages` of a new folder, and reads them. */
const catalogues = (files: Record<string, unknown>) => {
  const folder = join(mkdtempSync(join(root, 'words-')), 'portal', 'messages')
  for (const [name, entries] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(
      join(folder, `${name}.json`),
      typeof entries === 'string' ? entries : JSON.stringify(entries),
    )
  }
  return readCatalogues(folder)
}
const english = (message: unknown) => catalogues({ 'en/runs': { waits: message } }).faults
/** The faults of a Dutch message next to an English one. */
const dutch = (inEnglish: unknown, inDutch: unknown) =>
  catalogues({ 'en/runs': { waits: inEnglish }, 'nl/runs': { waits: inDutch } }).faults

/** The functions that messages call: `plural`, and formats that return their own name and argument. */
const formats = new Proxy(
  {
    plural: (n: number, cases: Record<string, string>) =>
      cases[n] ?? cases[n === 1 ? 'one' : 'other'] ?? cases.other,
  } as Record<string, unknown>,
  {
    get: (own, name: string) =>
      own[name] ?? ((value: unknown) => `${name}(${JSON.stringify(value).replaceAll('"', '')})`),
  },
)
type Words = Record<string, string & ((values: object) => string)>
const run = async (
  entries: unknown,
  language = 'en',
  inEnglish = entries,
): Promise<{ words: Words; ownMail: Words }> => {
  const { areas, faults } = catalogues({ 'en/runs': inEnglish, [`${language}/runs`]: entries })
  expect(faults).toEqual([])
  const code = languageModule(areas.get('runs')!, language)
  const { default: catalogue } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  return catalogue(formats)
}

describe('the catalogues of the portal', () => {
  test('compile, and have every message in every language', () => {
    expect(readCatalogues(join(import.meta.dirname, '../../portal/messages')).faults).toEqual([])
  })
})

test('the modules of the core are as compiled from its catalogues', () => {
  const folder = join(import.meta.dirname, '../../src/core/messages')
  const { areas, faults } = readCatalogues(folder)
  expect(faults).toEqual([])
  for (const [name, area] of areas) {
    expect(readFileSync(join(folder, `${name}.gen.ts`), 'utf8')).toBe(coreLoaders(name, area))
    for (const language of area.keys()) {
      const written = readFileSync(join(folder, language, `${name}.gen.ts`), 'utf8')
      expect(written).toBe(coreModule(name, area, language))
    }
  }
})

describe('the build fails and names file and key', () => {
  test.each([
    [
      'a message is missing',
      { 'en/runs': { a: 'A', b: 'B' }, 'nl/runs': { a: 'A' } },
      'b: The message is missing.',
    ],
    [
      'a message of a group is missing',
      { 'en/runs': { of: { A: 'A', B: 'B' } }, 'nl/runs': { of: { A: 'A' } } },
      'of.B: The message is missing.',
    ],
    ['a message is empty', { 'en/runs': { a: 'A' }, 'nl/runs': { a: '' } }, 'a: The message is empty.'],
    [
      'English lacks a message',
      { 'en/runs': { a: 'A' }, 'nl/runs': { a: 'A', b: 'B' } },
      'b: English has no such message.',
    ],
    ['the file is not JSON', { 'en/runs': { a: 'A' }, 'nl/runs': '{' }, 'The file is not JSON: '],
    ['a file is missing', { 'en/runs': { a: 'A' }, 'nl/other': {} }, 'The file is missing.'],
    [
      'a variant for own mail is missing',
      { 'en/runs': { a: 'A', 'a@ownMail': 'B' }, 'nl/runs': { a: 'A' } },
      'a@ownMail: The message is missing.',
    ],
  ])('if %s', (_, files, fault) => {
    expect(catalogues(files).faults).toContainEqual(
      expect.stringContaining(`portal/messages/nl/runs.json: ${fault}`),
    )
  })

  test('once for each message, with all other faults', () => {
    const inEnglish = { a: 'A', b: 'B', c: '{n, plural, few {x} other {y}}', d: { e: 'E' } }
    expect(catalogues({ 'en/runs': inEnglish, 'nl/runs': { a: 'a {', c: 'C', d: ['E'] } }).faults).toEqual([
      expect.stringContaining('en/runs.json: c: The plural case few is not valid'),
      expect.stringContaining('nl/runs.json: a: “a {” has a brace'),
      'portal/messages/nl/runs.json: d: A message is a text or a group of messages.',
      'portal/messages/nl/runs.json: b: The message is missing.',
    ])
  })

  test('if English lacks an area', () => {
    expect(catalogues({ 'en/runs': {}, 'nl/runs': {}, 'nl/money': {} }).faults).toEqual([
      'portal/messages/nl/money.json: English has no such area.',
    ])
  })

  test.each([
    ['a value is missing', '{name} waits', 'Er wordt gewacht', '{name} is missing.'],
    [
      'a value is missing that only selects a case',
      '{n, plural, one {# item} other {# items}}',
      '{n, plural, one {poststuk} other {poststukken}}',
      '{n} is missing.',
    ],
    [
      'a value is misspelt',
      '{name} waits',
      '{naam} wacht',
      '{naam} is not a value of this message; it has {name}.',
    ],
    [
      'a value has another type',
      '{sum, number, money}',
      '{sum, number}',
      '{sum} is used as number, and in English as Money.',
    ],
  ])('if %s in a translation', (_, inEnglish, inDutch, fault) => {
    expect(dutch(inEnglish, inDutch)).toContain(`portal/messages/nl/runs.json: waits: ${fault}`)
  })

  test('unless a language needs no cases for a value that is not printed', () => {
    expect(dutch('{n, plural, one {It is} other {They are}} late', 'Te laat')).toEqual([])
  })

  test.each([
    [
      'a plural category that the language lacks',
      '{n, plural, few {x} other {y}}',
      'The plural case few is not valid',
    ],
    [
      'no plural category that the language needs',
      '{n, plural, other {y}}',
      '{n} has no case one, which en needs.',
    ],
    ['no case other', '{n, plural, one {x}}', '{n} has no case other.'],
    ['a case twice', '{n, plural, one {x} one {y} other {z}}', '{n} has the case one twice.'],
    ['an offset', '{n, plural, offset:1 one {x} other {y}}', '{n} has an offset, which is not supported.'],
    ['an unknown type', '{n, county}', '{n} has the unknown type “county”.'],
    ['an unknown style', '{n, number, monney}', '{n} has the unknown type “number, monney”.'],
    [
      'a misspelt plural',
      '{n, plurl, one {x} other {y}}',
      '{n} has the unknown type “plurl, one {…} other {…}”.',
    ],
    ['two types for one value', '{n} {n, number}', '{n} is used as string and as number.'],
    [
      'a brace too many',
      '{n, plural, one {x} other {y}}}',
      '“}” has a brace that is neither paired nor quoted.',
    ],
    ['braces without a name', 'a {} b', '“a {} b” has a brace that is neither paired nor quoted.'],
    ['unbalanced braces', 'a {n', 'Unexpected message end at line 1 col 5.'],
    ['a number instead of a name', '{0}', '{0} is not a name for a value.'],
    ['a list', ['a'], 'A message is a text or a group of messages.'],
  ])('if a message has %s', (_, message, fault) => {
    expect(english(message)).toEqual([
      expect.stringContaining(`portal/messages/en/runs.json: waits: ${fault}`),
    ])
  })

  test.each([
    ['French', 'fr', '{n, plural, one {# pli} other {# plis}}', []],
    ['French with a text for 1', 'fr', '{n, plural, =1 {Le pli} other {# plis}}', []],
    [
      'French with a text for 0',
      'fr',
      '{n, plural, =0 {Aucun pli} other {# plis}}',
      ['portal/messages/fr/runs.json: a: {n} has no case one, which fr needs.'],
    ],
    [
      'Latvian, in which one is also for 21',
      'lv',
      '{n, plural, =1 {x} zero {#} other {#}}',
      ['portal/messages/lv/runs.json: a: {n} has no case one, which lv needs.'],
    ],
    [
      'Polish',
      'pl',
      '{n, plural, one {x} other {#}}',
      ['portal/messages/pl/runs.json: a: {n} has no case many, which pl needs.'],
    ],
  ])('if a plural lacks categories of whole numbers up to 1,000: %s', (_, language, message, faults) => {
    const inEnglish = { a: '{n, plural, one {# piece} other {# pieces}}' }
    expect(catalogues({ 'en/runs': inEnglish, [`${language}/runs`]: { a: message } }).faults).toEqual(faults)
  })

  test('if a case one has no number in a language in which it is not only for 1', () => {
    const source = '{n, plural, one {The item} other {# items}}'
    const { faults } = catalogues({ 'en/runs': { a: source }, 'fr/runs': { a: source } })
    expect(faults).toEqual([
      'portal/messages/fr/runs.json: a: {n} has a case one without #, which in fr is also for numbers such as 0.',
    ])
  })

  test.each([
    ['a group of names', '{noun, name, things}', 'There are no names things.'],
    ['a kind of states', '{status, state, RunStatus lower}', 'There are no names RunStatus.'],
    ['a style', '{earlier, piece, long}', '{earlier} has the unknown type “piece, long”.'],
  ])('if a message of the API refers to %s that does not exist', (_, source, fault) => {
    const files = { 'en/api-names': { names: { nouns: {} } }, 'en/api-runs': { a: source } }
    expect(catalogues(files).faults).toEqual([`portal/messages/en/api-runs.json: a: ${fault}`])
  })

  test('if another message uses a type of the messages of the API', () => {
    expect(english('{noun, name, nouns}')).toEqual([
      'portal/messages/en/runs.json: waits: {noun} has the unknown type “name, nouns”.',
    ])
  })

  test.each(['a.b', '__proto__'])('if a key is %s', (key) => {
    expect(catalogues({ 'en/runs': `{"${key}": "A"}` }).faults).toEqual([
      `portal/messages/en/runs.json: ${key}: A key has letters, digits and underscores, but no underscore first.`,
    ])
  })

  test.each([
    ['a list', ['A']],
    ['a text', '"A"'],
    ['nothing', 'null'],
  ])('if a file has %s', (_, entries) => {
    expect(catalogues({ 'en/runs': entries }).faults).toEqual([
      'portal/messages/en/runs.json: The file is not an object of messages.',
    ])
  })

  test('but not if another file is next to the languages', () => {
    expect(catalogues({ 'en/runs': { a: 'A' }, notes: {} }).faults).toEqual([])
  })

  test.each([
    ['replaces nothing', { 'b@ownMail': 'B' }, 'b@ownMail: There is no b that it could replace.'],
    [
      'has other values',
      { a: 'A {x}', 'a@ownMail': 'A {y}' },
      'a@ownMail: {y} is not a value of the usual message; it has {x}.',
    ],
  ])('if a variant for own mail %s', (_, entries, fault) => {
    expect(catalogues({ 'en/runs': entries }).faults).toEqual([`portal/messages/en/runs.json: ${fault}`])
  })
})

describe('a compiled message', () => {
  test.each([
    [
      'plain text, with signs of the format and of JavaScript',
      "It’s `a` $'{b}' \\ '{c}'",
      {},
      'It’s `a` $'.concat('{b} \\ {c}'),
    ],
    ['a text value', 'To {name}', { name: '{x}' }, 'To {x}'],
    ['a number', '{n, number}', { n: 1 }, 'number(1)'],
    ['a number that identifies something', 'Row {n, number, ::group-off}', { n: 1 }, 'Row ungrouped(1)'],
    [
      'an amount',
      '{sum, number, money}',
      { sum: { cents: 1, currency: 'EUR' } },
      'money({cents:1,currency:EUR})',
    ],
    ['a day', '{at, date}', { at: '2026-01-02' }, 'day(2026-01-02)'],
    ['a day of the calendar', '{day, date, calendar}', { day: '2026-01-02' }, 'calendarDay(2026-01-02)'],
    ['a day with its weekday', '{day, date, weekday}', { day: '2026-01-02' }, 'weekday(2026-01-02)'],
    ['a time with seconds', '{at, time, seconds}', { at: '10:00:01' }, 'seconds(10:00:01)'],
    ['a month', '{at, date, month}', { at: '2026-01' }, 'month(2026-01)'],
    ['a country', '{land, country}', { land: 'NL' }, 'country(NL)'],
    ['one of several texts', '{names, list, or}', { names: ['a', 'b'] }, 'anyOf([a,b])'],
    ['a plural', '{n, plural, =0 {none} one {# item} other {# items}}', { n: 0 }, 'none'],
    ['a plural of one', '{n, plural, =0 {none} one {# item} other {# items}}', { n: 1 }, 'number(1) item'],
    ['a plural of many', '{n, plural, =0 {none} one {# item} other {# items}}', { n: 7 }, 'number(7) items'],
    ['true or false', '{isTest, select, true {Test: } other {}}go', { isTest: true }, 'Test: go'],
    ['one case of several', '{kind, select, A {a} B {b} other {c}}', { kind: 'B' }, 'b'],
    [
      'a plural in a selection',
      '{isTest, select, true {{n, plural, one {# test} other {# tests}}} other {#}}',
      { isTest: true, n: 2 },
      'number(2) tests',
    ],
  ])('prints %s', async (_, source, values, expected) => {
    const { message } = (await run({ message: source })).words as Words
    expect(typeof message === 'string' ? message : message!(values)).toBe(expected)
  })

  test('for own mail replaces the usual one, with its group', async () => {
    const { words, ownMail } = await run({
      a: 'A',
      b: 'B',
      'b@ownMail': 'C',
      of: { d: 'D', 'd@ownMail': 'E', f: 'F' },
    })
    expect([words, ownMail]).toEqual([
      { a: 'A', b: 'B', of: { d: 'D', f: 'F' } },
      { b: 'C', of: { d: 'E', f: 'F' } },
    ])
  })

  test('has any name, also in a group', async () => {
    const { words } = await run({ kinds: { template: 'Template', values: 'Values' } }, 'nl')
    expect(words.kinds).toEqual({ template: 'Template', values: 'Values' })
  })

  test('is a function in every language if English has values', async () => {
    const inEnglish = { a: '{n, plural, one {It is} other {They are}} late' }
    const { words } = await run({ a: 'Te laat' }, 'nl', inEnglish)
    expect(words.a!({ n: 2 })).toBe('Te laat')
  })
})

test('an area loads English with itself and other languages on demand', () => {
  const { areas } = catalogues({ 'en/runs': { a: 'A' }, 'nl/runs': { a: 'A' } })
  expect(areaModule('runs', areas.get('runs')!, 'formats.ts')).toBe(
    [
      'import {areaOf} from "formats.ts"',
      'import english from "words:runs/en"',
      'export const words=areaOf(english,{"nl":()=>import("words:runs/nl")})',
      '',
    ].join('\n'),
  )
})

describe('the messages of the API', () => {
  const { areas, faults } = catalogues({
    'en/states': { RunStatus: { OPEN: 'Open' } },
    'en/api-states': { invalid_state: { run: '{status, state, RunStatus lower}: {row, piece}' } },
    'en/api-runs': { invalid_state: { held: 'Held' }, other: '{noun, name, nouns}' },
    'en/api-names': { names: { nouns: { run: 'run' } } },
    'nl/states': { RunStatus: { OPEN: 'Open' } },
    'nl/api-states': { invalid_state: { run: '{status, state, RunStatus lower}: {row, piece}' } },
    'nl/api-runs': { invalid_state: { held: 'Wacht' }, other: '{noun, name, nouns}' },
    'nl/api-names': { names: { nouns: { run: 'drukgang' } } },
  })

  test('are one module in a language, with the cases of all areas', () => {
    expect(faults).toEqual([])
    const code = apiModule(areas, 'nl')
    expect(code).toContain('"invalid_state":{"held":`Wacht`,"run":(v)=>')
    expect(code).toContain('f.state(v.status,"RunStatus",true)')
    expect(code).toContain('"names":{"nouns":{"run":`drukgang`}}')
  })

  test('are those with states in English', () => {
    const code = apiModule(areas, 'en')
    expect(code).toMatch(/^export default \(f\)=>\(\{"invalid_state":\{"run":\(v\)=>[^{]+\{f\.state/)
    expect(code).not.toMatch(/held|nouns/)
  })

  test('are loaded on demand, and are no areas of screens', () => {
    expect(apiLoaders(areas)).toBe(
      'export const loaders={"en":()=>import("words:api/en"),"nl":()=>import("words:api/nl")}\n',
    )
    expect(declarations(areas)).not.toContain('words:api-')
  })
})

test('languages are the folders, with their own names', () => {
  const { areas } = catalogues({ 'de/runs': { a: 'A' }, 'en/runs': { a: 'A' }, 'fr/runs': { a: 'A' } })
  expect(languagesModule(areas)).toBe(
    'export const languages={"en":"English","de":"Deutsch","fr":"Français"}\n',
  )
  expect(declarations(areas)).toContain("export type Language = 'en' | 'de' | 'fr'")
})

test('types name the values of each message', () => {
  const { areas } = catalogues({
    'en/runs': {
      title: 'Runs',
      of: { A: '{sum, number, money} of {n, number}' },
      waits: '{isTest, select, true {Test} other {Live}}: {names, list}',
    },
  })
  const types = declarations(areas)
  expect(types).toContain("declare module 'words:runs' {")
  expect(types).toContain('"title": string')
  expect(types).toContain('"A": (values: { sum: Money; n: number }) => string')
  expect(types).toContain('"waits": (values: { isTest: boolean; names: readonly string[] }) => string')
})

describe('the plugin', () => {
  const plugin = wordsPlugin() as unknown as {
    buildStart: (this: object) => void
    resolveId: (id: string) => string | undefined
    load: (this: object, id: string) => string | undefined
  }
  const context = {
    addWatchFile: () => {},
    error: (message: string): never => {
      throw new Error(message)
    },
  }
  beforeAll(() => plugin.buildStart.call(context))
  const load = (id: string) => plugin.load.call(context, plugin.resolveId(id)!)

  test('serves areas and their languages', () => {
    expect(load('words:spending')).toContain('import("words:spending/nl")')
    expect(load('words:spending/nl')).toContain('Limiet per maand')
  })

  test.each(['spendings', 'api-states'])('fails for an area that screens do not have: %s', (area) => {
    expect(() => load(`words:${area}`)).toThrow(`portal/messages has no area ${area}.`)
  })

  test('leaves other modules alone', () => {
    expect([plugin.resolveId('./words.ts'), plugin.load.call(context, 'words.ts')]).toEqual([
      undefined,
      undefined,
    ])
  })
})
