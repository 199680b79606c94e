import { describe, expect, it } from 'vitest'
import {
  fillTags,
  isShown,
  isVariable,
  parseTags,
  requiredVariables,
  valuesOf,
} from '../../../src/core/template/tags.ts'
import { documentOf, postcardInput } from '../../support/render-fixtures.ts'

describe('parseTags', () => {
  it.each([
    ['', []],
    ['plain', ['plain']],
    ['{{a}}', [{ variable: 'a' }]],
    ['Beste {{ firstName }},', ['Beste ', { variable: 'firstName' }, ',']],
    ['{{a | "klant"}}', [{ variable: 'a', fallback: 'klant' }]],
    ['{{a|""}}', [{ variable: 'a', fallback: '' }]],
    ['{{a | "say \\"hi\\" \\\\"}}', [{ variable: 'a', fallback: 'say "hi" \\' }]],
    ['{{a}}{{b_2}}', [{ variable: 'a' }, { variable: 'b_2' }]],
    ['one { brace }', ['one { brace }']],
  ])('reads %j', (text, parts) => {
    expect(parseTags(text)).toEqual({ parts, malformed: [] })
  })

  it.each([
    ['{{}}', ['{{}}']],
    ['{{2x}}', ['{{2x}}']],
    ['{{a | klant}}', ['{{a | klant}}']],
    ['{{a', ['{{a']],
    ['a}}', ['}}']],
    ['{{ok}} {{not ok}}', ['{{not ok}}']],
  ])('reports malformed tags in %j', (text, malformed) => {
    expect(parseTags(text).malformed).toEqual(malformed)
  })
})

describe('fillTags', () => {
  it.each([
    ['{{a}}', { a: 'x' }, 'x', []],
    ['{{a}}', {}, '', ['a']],
    ['{{a}}', { a: '' }, '', ['a']],
    ['{{a | "b"}}', { a: '' }, 'b', []],
    ['{{a}}', { a: ' \t\n' }, '', ['a']],
    ['{{a}}', { a: '\u200b\ufeff' }, '', ['a']],
    ['{{a | "b"}}', { a: '  ' }, 'b', []],
    ['{{a}}', { a: ' x ' }, ' x ', []],
    ['{{a | ""}}!', {}, '!', []],
    ['{{a}}', { a: '{{b}}', b: 'no' }, '{{b}}', []],
    ['{{toString}}', {}, '', ['toString']],
    ['{{constructor | "c"}}', {}, 'c', []],
  ])('fills %j', (text, values, filled, missing) => {
    expect(fillTags(parseTags(text).parts, values as Record<string, string>)).toEqual({
      text: filled,
      missing,
    })
  })
})

it.each([
  ['eq', 'gold', 'gold', true],
  ['eq', 'gold', 'Gold', false],
  ['eq', '', undefined, true],
  ['ne', 'gold', undefined, true],
  ['ne', 'gold', 'gold', false],
  ['empty', '', '', true],
  ['empty', '', ' ', true],
  ['empty', '', 'x', false],
  ['notEmpty', '', 'x', true],
  ['notEmpty', '', undefined, false],
] as const)('showIf %s %j holds for %j: %s', (op, value, given, shown) => {
  expect(isShown({ var: 'tier', op, value }, given === undefined ? {} : { tier: given })).toBe(shown)
})

it('distinguishes variable elements from static ones', () => {
  const { pages } = documentOf(postcardInput)
  expect(pages.map(({ elements }) => elements.map(isVariable))).toEqual([
    [false, true],
    [true, false, false, true, true],
  ])
  const [image] = pages[0]!.elements
  expect(isVariable({ ...image!, showIf: { var: 'tier', op: 'notEmpty', value: '' } })).toBe(true)
})

it('requires tags without fallback in elements without a condition, but never built-in ones', () => {
  const text = { type: 'text', font: 'noto-sans', size: 10, x: 6, y: 6, w: 40, h: 10 } as const
  const showIf = { var: 'tier', op: 'notEmpty' } as const
  const document = documentOf({
    ...postcardInput,
    pages: [
      {
        side: 'front',
        elements: [
          { ...text, text: '{{b}} {{a}} {{b}} {{c | "x"}}' },
          { ...text, text: '{{d}}', showIf },
          { ...text, text: 'Dear {{recipientName}},' },
          { type: 'qr', x: 6, y: 6, size: 20, content: '{{trackingUrl}}?{{e}}' },
        ],
      },
    ],
  })
  expect(requiredVariables(document)).toEqual(['a', 'b', 'e'])
  // A declared merge field with this name must be set by items.
  expect(
    requiredVariables({ ...document, variables: { recipientName: document.variables.firstName! } }),
  ).toEqual(['a', 'b', 'e', 'recipientName'])
})

it.each([
  ['is that of the recipient', {}, 'Dear Zoë,'],
  [
    'is that of a merge field with this name, if an item sets one',
    { recipientName: 'friend' },
    'Dear friend,',
  ],
])('the name in a text %s', (_what, data, text) => {
  const values = valuesOf({ data, trackingUrl: '', optOutUrl: '', recipientName: 'Zoë' })
  expect(fillTags(parseTags('Dear {{recipientName}},').parts, values)).toEqual({ text, missing: [] })
})
