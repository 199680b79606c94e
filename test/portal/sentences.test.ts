import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import states from '../../portal/messages/nl/states.json' with { type: 'json' }
import { inDutch } from '../../portal/src/messages/dutch.ts'
import { sentencesNl } from '../../portal/src/messages/sentences.nl.ts'
import { pdfFaults } from '../../src/adapters/pdf/reader/sentences.ts'
import { inspectionSentences } from '../../src/adapters/pdf/sentences.ts'
import { invalid, type ParameterError, problem } from '../../src/core/kernel/errors.ts'
import type { Sentences } from '../../src/core/kernel/sentences.ts'

const root = join(import.meta.dirname, '../..')
const files = globSync('{src,bin}/**/*sentences.ts', { cwd: root }).filter(
  (file) => !file.endsWith('kernel/sentences.ts'),
)

/** Every declared sentence by its key; a key in two files must have the same text. */
const english = new Map<string, string>()
for (const file of files) {
  const exported = Object.values((await import(join(root, file))) as Record<string, unknown>)
  const lists = exported.filter((value) => typeof value === 'object' && value !== null && 'texts' in value)
  for (const { texts } of lists as Sentences<Record<string, string>>[]) {
    for (const [key, text] of Object.entries(texts)) {
      if ((english.get(key) ?? text) !== text) throw new Error(`${key} is two sentences, one in ${file}.`)
      english.set(key, text)
    }
  }
}

const namesIn = (text: string) => new Set([...text.matchAll(/\{(\w+\??)\}/g)].map(([, name]) => name!))

describe('the declared sentences', () => {
  test('all have a Dutch text, and no Dutch text is unused', () => {
    expect(Object.keys(sentencesNl).sort()).toEqual([...english.keys()].sort())
  })

  test.each([...english])('use no undeclared value in Dutch: %s', (key, text) => {
    const given = namesIn(text)
    expect([...namesIn(sentencesNl[key] ?? '')].filter((name) => !given.has(name))).toEqual([])
  })

  test('are one for each code, or one for each case', () => {
    const codes = new Set([...english.keys()].filter((key) => !key.includes('.')))
    expect([...english.keys()].filter((key) => key.includes('.') && codes.has(key.split('.')[0]!))).toEqual(
      [],
    )
  })
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
      'a typed reason, unchanged',
      { code: 'printing_held', params: { reason: 'The press is down.' } },
      'echt drukwerk wacht: The press is down.',
    ],
    ['nothing for a code without a text', { code: 'later' }, undefined],
    ['nothing for a finding stored without its values', { code: 'outside_safe' }, undefined],
  ])('%s', (_what, stored, sentence) => {
    expect(inDutch({ message: 'English.', ...stored }, states)).toBe(sentence)
  })
})
