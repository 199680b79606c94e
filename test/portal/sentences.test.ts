import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import english from '../../portal/messages/en/api-names.json' with { type: 'json' }
import { type Translate, translator } from '../../portal/src/messages/api-messages.ts'
import type { ApiCatalogue, ApiTexts } from '../../portal/src/messages/value-types.ts'
import { isOfApi, messagesIn } from '../../portal/words/catalogues.ts'
import { languageModule } from '../../portal/words/emit.ts'
import type { Message } from '../../portal/words/message.ts'
import { pdfFaults } from '../../src/adapters/pdf/reader/sentences.ts'
import { inspectionSentences } from '../../src/adapters/pdf/sentences.ts'
import { invalid, type ParameterError, problem } from '../../src/core/kernel/errors.ts'
import type { Noun } from '../../src/core/kernel/nouns.ts'
import type { Sentences } from '../../src/core/kernel/sentences.ts'
import { catalogues, compiled, formatsIn, translatorIn } from '../support/api-messages.ts'

const root = join(import.meta.dirname, '../..')
const files = globSync('{src,bin}/**/*sentences.ts', { cwd: root }).filter(
  (file) => !file.endsWith('kernel/sentences.ts'),
)

type Declared = Sentences<Record<string, string>>
/** Every declared sentence by its key; a key in two files must have the same text. */
const declared = new Map<string, { text: string; of: Declared }>()
for (const file of files) {
  const exported = Object.values((await import(join(root, file))) as Record<string, unknown>)
  const lists = exported.filter((value) => typeof value === 'object' && value !== null && 'texts' in value)
  for (const of of lists as Declared[]) {
    for (const [key, text] of Object.entries(of.texts)) {
      if ((declared.get(key)?.text ?? text) !== text)
        throw new Error(`${key} is two sentences, one in ${file}.`)
      declared.set(key, { text, of })
    }
  }
}

/** The areas with the API's messages; names are in an area of their own. */
const areas = [...catalogues.areas].filter(([name]) => isOfApi(name) && name !== 'api-names')
/** The English messages of the catalogues by the keys of the sentences. */
const messages = new Map<string, Message>(areas.flatMap(([, area]) => messagesIn(area.get('en')!)))
const names = catalogues.areas.get('api-names')!
/** A message of the portal: a refused change to the state that something has already. */
const ofPortal = 'invalid_state.already'

const namesIn = (text: string) =>
  new Set([...text.matchAll(/\{(\w+)(\??)(?::[^}]*)?\}/g)].map(([, name]) => name!))

/** The key of a noun in the catalogues. */
type Key<Name extends string> = Replaced<Replaced<Replaced<Name, ' '>, '’'>, '-'>
type Replaced<Name extends string, Mark extends string> = Name extends `${infer Before}${Mark}${infer After}`
  ? `${Before}_${Replaced<After, Mark>}`
  : Name

describe('the declared sentences', () => {
  test('all have a message in the catalogues, and no message is unused', () => {
    expect([...messages.keys()].filter((key) => key !== ofPortal).sort()).toEqual([...declared.keys()].sort())
  })

  test.each([...declared])('use no undeclared value in the catalogues: %s', (key, { text }) => {
    const given = namesIn(text)
    // The hint about the other resource names its id.
    if (given.has('other')) given.add('id')
    const optional = (name: string) =>
      name.replace(/^has([A-Z])/, (_has, first: string) => first.toLowerCase())
    const used = [...messages.get(key)!.values.keys()].map(optional)
    expect(used.filter((name) => !given.has(name))).toEqual([])
  })

  test('are one for each code, or one for each case', () => {
    const codes = new Set([...declared.keys()].filter((key) => !key.includes('.')))
    expect([...declared.keys()].filter((key) => key.includes('.') && codes.has(key.split('.')[0]!))).toEqual(
      [],
    )
  })

  test('have a name for each noun, or this does not compile', () => {
    const nouns: Readonly<Record<Key<Noun>, string>> = english.names.nouns
    expect(nouns.run).toBe('run')
  })
})

/** Messages that differ from the API's: most say less, because their readers are not programs. */
const otherwise = [
  'catalogue_change.cutoff',
  'catalogue_change.no_cutoff',
  'catalogue_change.run_keeps',
  'unready.gone',
  'revision_conflict.thing',
  'insufficient_scope.export',
  'insufficient_scope.action',
  'not_ready_for_live',
  'still_referenced.folder_of_one',
  'invalid_state.unverified_account',
  'invalid_state.account_of_another',
  'invalid_state.endpoint_off',
  'url_refused.address',
  'sample_invalid.kind',
]

/** Samples of values by their type in the message. */
const samples: Readonly<Record<string, string>> = {
  country: 'DE',
  'date, moment': '2026-03-01T09:30:00.000Z',
  'date, calendar': '2026-03-01',
  'date, month': '2026-03',
  'number, money': 'EUR 12.50',
  list: 'utm,qr',
  'name, nouns': 'run',
  'name, fieldTypes': 'date',
  'name, zones': 'sender',
  'name, fileKinds': 'PDF',
  'name, contents': 'image/vnd.adobe.photoshop',
  'name, uploadKinds': 'CSV',
  'name, jsonTypes': 'Object',
  'names, postalKinds': 'home billing',
  prices: '89, 79 (500+)',
  piece: 'row 5',
}
const sampleOf = (
  { source, values }: Message,
  text: string,
  name: string,
  number: number,
): string | number => {
  const [, type = ''] =
    new RegExp(`\\{${name}, (country|date, \\w+|number, money|list|names?, \\w+|prices|piece)\\}`).exec(
      source,
    ) ?? []
  // An amount whose currency is a value of its own.
  if (type === 'number, money' && text.includes(`{currency} {${name}}`)) return '12.50'
  if (name === 'currency') return 'EUR'
  if (samples[type] !== undefined) return samples[type]
  if (name === 'unit') return 'entry'
  if (name === 'timeZone') return 'UTC'
  return values.get(name)?.type === 'number' ? number : `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

/** The English messages of an area, with values as the API writes them. */
const inEnglish = async (area: (typeof areas)[number][1]): Promise<Translate> => {
  type Module = (...formats: Parameters<ApiCatalogue>) => { words: ApiTexts }
  const [own, named] = await Promise.all([
    compiled<Module>(languageModule(area, 'en')),
    compiled<Module>(languageModule(names, 'en')),
  ])
  const formats = {
    ...formatsIn('en'),
    number: String,
    money: ({ cents, currency }: { cents: number; currency: string }) =>
      `${currency} ${(cents / 100).toFixed(2)}`,
    calendarDay: String,
    month: String,
    moment: String,
  }
  const catalogue: ApiCatalogue = (all) => ({ ...own(all).words, ...named(all).words })
  return translator(catalogue, { formats, locale: () => 'en', states: () => ({}) })
}

describe('the English of the catalogues, which translators read', () => {
  test.each(areas.filter(([name]) => name !== 'api-states'))(
    'is that of the API: %s',
    async (_name, area) => {
      const translate = await inEnglish(area)
      const keys = messagesIn(area.get('en')!).map(([key]) => key)
      const differing = keys.flatMap((key) => {
        const { text, of } = declared.get(key)!
        const write = of.sentence as (key: string, values: object) => ReturnType<typeof of.sentence>
        return [1, 2].flatMap((number) =>
          [true, false].flatMap((isWhole) => {
            const given = [...text.matchAll(/\{(\w+)(\??)/g)].filter(([, , optional]) => isWhole || !optional)
            const values = given.map(([, name]) => [name!, sampleOf(messages.get(key)!, text, name!, number)])
            const params = Object.fromEntries(
              given.some(([, name]) => name === 'other') ? [['id', 'run_1'], ...values] : values,
            )
            const { code, message, params: sent } = write(key, params)
            const written = translate({ code, message, params: sent })?.replaceAll('Germany', 'DE')
            return written === message.replaceAll('Germany', 'DE') ? [] : [[key, message, written]]
          }),
        )
      })
      expect(differing.filter(([key]) => !otherwise.includes(key!))).toEqual([])
      const same = keys.filter((key) => !differing.some(([other]) => other === key))
      expect(same.filter((key) => otherwise.includes(key))).toEqual([])
    },
  )
})

/** Calls of valibot in the core, each with its file and line. */
const schemaCalls = globSync('src/core/**/*.ts', { cwd: root }).flatMap((file) => {
  const text = readFileSync(join(root, file), 'utf8')
  if (!text.includes("from 'valibot'")) return []
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
  const calls: { name: string; args: readonly ts.Expression[]; place: string }[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { expression, name } = node.expression
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
      if (expression.getText(source) === 'v')
        calls.push({ name: name.text, args: node.arguments, place: `${file}:${line + 1}` })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return calls.map((call) => ({ ...call, keys: call.args.flatMap((arg) => keyOf(arg) ?? []) }))
})

/** The key of `someSentences.message('key')`. */
function keyOf(arg: ts.Expression): string | undefined {
  if (!ts.isCallExpression(arg) || !ts.isPropertyAccessExpression(arg.expression)) return undefined
  const [key] = arg.arguments
  return arg.expression.name.text === 'message' && key && ts.isStringLiteral(key) ? key.text : undefined
}

/** Schema rule → the code of its refusals, if the code does not follow from the rule's name. */
const codes: Readonly<Record<string, string>> = {
  check: 'invalid_value',
  picklist: 'invalid_value',
  regex: 'invalid_format',
  union: 'invalid_type',
}
const codeOfRule = (name: string) =>
  codes[name] ?? name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)

describe('every refusal uses a declared sentence', () => {
  test('for a rule beyond a schema, or it does not compile', () => {
    const refusals = () => [
      // @ts-expect-error a text written by hand
      invalid('reason', 'Say why.'),
      // @ts-expect-error a text with a code, written by hand
      invalid('reason', { code: 'required', message: 'Say why.', params: undefined }),
      // @ts-expect-error a detail written by hand
      problem('invalid_state', 'Not now.'),
    ]
    // @ts-expect-error one error of several
    const error: ParameterError = { parameter: 'a', location: 'body', code: 'b', message: 'C.', params: {} }
    expect([refusals, error]).toHaveLength(2)
  })

  test('and no other text is cast to one', () => {
    const forced = globSync('src/{core,adapters,server,typesetting}/**/*.ts', { cwd: root }).filter((file) =>
      /\bas (?:unknown as )?(?:Sentence|ParameterError|Finding|LiveFinding)\b/.test(
        readFileSync(join(root, file), 'utf8'),
      ),
    )
    expect(forced).toEqual(['src/core/kernel/sentences.ts'])
  })

  test('for a schema', () => {
    const texts = schemaCalls.filter(
      ({ name, args }) =>
        name !== 'description' &&
        args.some(
          (arg) => ts.isTemplateExpression(arg) || (ts.isStringLiteralLike(arg) && / /.test(arg.text)),
        ),
    )
    expect(texts.map(({ name, place }) => `${place} v.${name}`)).toEqual([])
    expect(schemaCalls.filter(({ keys }) => keys.length > 0).length).toBeGreaterThan(30)
  })

  test('for a schema, under the code of the refusal', () => {
    const others = schemaCalls.flatMap(({ name, keys, place }) =>
      keys.filter((key) => key.split('.')[0] !== codeOfRule(name)).map((key) => `${place} ${key}`),
    )
    expect(others).toEqual([])
  })
})

test('a nested sentence is sent with its code and values', () => {
  const reason = pdfFaults.sentence('pdf_fault.too_many_pages', { limit: 1000 })
  expect(inspectionSentences.sentence('pdf_unsupported.page', { page: 2, reason })).toEqual({
    code: 'pdf_unsupported',
    message: expect.stringMatching(/^Page 2 cannot be printed: it has more than 1000 pages\. Export/),
    params: {
      case: 'page',
      page: 2,
      reason: 'it has more than 1000 pages',
      'reason.code': 'pdf_fault',
      'reason.case': 'too_many_pages',
      'reason.limit': 1000,
    },
  })
})

const others = [...names.keys()].filter((language) => language !== 'en')

test.each(others)('every sentence is printed with its values, in %s', async (language) => {
  const translate = await translatorIn(language)
  const faults = [...declared].flatMap(([key, { text, of }]) => {
    const write = of.sentence as (key: string, values: object) => ReturnType<typeof of.sentence>
    const given = namesIn(text)
    if (given.has('other')) given.add('id')
    const values = [...given].map((name) => [name, sampleOf(messages.get(key)!, text, name, 2)])
    const { code, message, params } = write(key, Object.fromEntries(values))
    const written = translate({ code, message, params })
    return written === undefined || /undefined|NaN|Invalid|\{\w/.test(written) ? [[key, written]] : []
  })
  expect(faults).toEqual([])
})

const inDutch = await translatorIn('nl')

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
      'the kind of a file',
      { code: 'file_kind', params: { case: 'other', kind: 'FONT', found: 'font/woff' } },
      'Een lettertype is een TrueType- of OpenType-bestand, een WOFF of een verzameling lettertypen; dit is een weblettertype (WOFF).',
    ],
    [
      'the name of an object',
      { code: 'unknown', params: { case: 'id', noun: 'run', id: 'itm_1', where: 'mode', other: 'item' } },
      'Er is geen drukgang itm_1 in deze modus. itm_1 is het id van een poststuk.',
    ],
    [
      'a reason that is a sentence itself',
      {
        code: 'pdf_unsupported',
        params: {
          case: 'page',
          page: 2,
          reason: 'it has more than 1000 pages',
          'reason.code': 'pdf_fault',
          'reason.case': 'too_many_pages',
          'reason.limit': 1000,
        },
      },
      'Pagina 2 kan niet worden gedrukt: hij heeft meer dan 1.000 pagina’s. Exporteer de pdf opnieuw, zo mogelijk als PDF/X-4, of druk hem af naar een nieuwe pdf.',
    ],
    [
      'several reasons, one of them without a Dutch text',
      {
        code: 'invalid_state',
        params: {
          case: 'not_drawn',
          reason: 'The font has no letters. Later. There are 4 more.',
          'reason.1': 'The font has no letters.',
          'reason.1.code': 'font_damaged',
          'reason.1.case': 'no_letters',
          'reason.2': 'Later.',
          'reason.2.code': 'later',
          'reason.3': 'There are 4 more.',
          'reason.3.code': 'findings_more',
          'reason.3.left': 4,
        },
      },
      'Het poststuk kan niet worden getekend. Het lettertype heeft geen tekens die inkt achterlaten. Later. Er zijn er nog 4.',
    ],
    [
      'amounts of a thousand and more in the notation of the language',
      {
        code: 'insufficient_funds',
        params: { case: 'amounts', amount: 'EUR 1,234.50', available: 'EUR -2.00', missing: 'EUR 1,236.50' },
      },
      'Deze mailing goedkeuren kost €\u00a01.234,50 en er is €\u00a0-2,00 beschikbaar: €\u00a01.236,50 ontbreekt. Er is niets gereserveerd.',
    ],
    [
      'an amount with the currency of another value',
      { code: 'too_much', params: { case: 'open', amount: '1,234.50', currency: 'CHF' } },
      'Er staat CHF\u00a01.234,50 open; een betaling kan niet hoger zijn.',
    ],
    [
      'nothing for an amount stored without its currency',
      { code: 'too_much', params: { case: 'open', amount: '1,234.50' } },
      undefined,
    ],
    [
      'a typed reason, unchanged',
      { code: 'printing_held', params: { reason: 'The press is down.' } },
      'echt drukwerk wacht: The press is down.',
    ],
    ['nothing for a code without a text', { code: 'later' }, undefined],
    ['nothing for a finding stored without its values', { code: 'outside_safe' }, undefined],
  ])('%s', (_what, stored, sentence) => {
    expect(inDutch({ message: 'English.', ...stored })).toBe(sentence)
  })
})
