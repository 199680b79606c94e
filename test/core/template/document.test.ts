import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { tryParse } from '../../../src/core/engine/validate.ts'
import { templateDocument } from '../../../src/core/template/document.ts'
import { limits } from '../../../src/core/template/limits.ts'
import { postcardInput } from '../../support/render-fixtures.ts'

const problems = (input: unknown): string[] => {
  const { errors } = tryParse(templateDocument, input, 'body')
  return errors.map(({ parameter }) => parameter.replaceAll(/\[(\d+)\]/g, '.$1'))
}

const withText = (change: object) => {
  const input = structuredClone(postcardInput)
  Object.assign(input.pages[1]!.elements[0]!, change)
  return input
}
const text = (length: number) => 'x'.repeat(length)
const list = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

it('accepts the sample and adds defaults', () => {
  const document = v.parse(templateDocument, postcardInput)
  expect(document.pages[1]!.elements[0]).toMatchObject({
    color: 'black',
    align: 'start',
    verticalAlign: 'top',
    overflow: 'error',
    lineHeight: 1.25,
  })
  expect(document.variables.firstName).toEqual({ type: 'text', maxLength: 60, sample: 'Zoë' })
})

it('names every unknown key at every depth at once', () => {
  const input = { ...withText({ colour: 'red', foo: 1 }), extra: true, trim: { w: 148, h: 105, d: 1 } }
  expect(problems(input).sort()).toEqual([
    'extra',
    'pages.1.elements.0.colour',
    'pages.1.elements.0.foo',
    'trim.d',
  ])
})

it('names every invalid field at once', () => {
  expect(problems(withText({ size: 0, align: 'middle', x: 'left' })).sort()).toEqual([
    'pages.1.elements.0.align',
    'pages.1.elements.0.size',
    'pages.1.elements.0.x',
  ])
})

it.each([[null], ['text'], [[]], [7], [{}]])('refuses %j', (input) => {
  expect(problems(input).length).toBeGreaterThan(0)
})

describe('limits, on both sides', () => {
  const field = 'pages.1.elements.0'
  const table: [string, (value: number) => unknown, number, number][] = [
    [`${field}.size`, (size) => withText({ size }), limits.fontSizeMaxPt, limits.fontSizeMaxPt + 1],
    [`${field}.size`, (size) => withText({ size }), limits.fontSizeMinPt, limits.fontSizeMinPt - 0.1],
    [
      `${field}.lineHeight`,
      (lineHeight) => withText({ lineHeight }),
      limits.lineHeightMax,
      limits.lineHeightMax + 0.1,
    ],
    [
      `${field}.lineHeight`,
      (lineHeight) => withText({ lineHeight }),
      limits.lineHeightMin,
      limits.lineHeightMin - 0.1,
    ],
    [`${field}.text`, (length) => withText({ text: text(length) }), limits.textLength, limits.textLength + 1],
    [`${field}.x`, (x) => withText({ x }), limits.positionMinMm, limits.positionMinMm - 1],
    [`${field}.w`, (w) => withText({ w }), limits.positionMaxMm, limits.positionMaxMm + 1],
    [`${field}.w`, (w) => withText({ w }), limits.sizeMinMm, 0],
    [`${field}.id`, (length) => withText({ id: text(length) }), limits.idLength, limits.idLength + 1],
    ['bleed', (bleed) => ({ ...postcardInput, bleed }), limits.bleedMaxMm, limits.bleedMaxMm + 1],
    ['safe', (safe) => ({ ...postcardInput, safe }), limits.safeMaxMm, limits.safeMaxMm + 1],
    ['trim.w', (w) => ({ ...postcardInput, trim: { w, h: 105 } }), limits.trimMaxMm, limits.trimMaxMm + 1],
    ['trim.w', (w) => ({ ...postcardInput, trim: { w, h: 105 } }), limits.trimMinMm, limits.trimMinMm - 1],
    [
      'fonts',
      (count) => ({ ...postcardInput, fonts: list(count, (index) => ({ id: `f${index}` })) }),
      limits.fonts,
      limits.fonts + 1,
    ],
    [
      'pages',
      (count) => ({ ...postcardInput, pages: list(count, () => ({ side: 'front', elements: [] })) }),
      limits.pages,
      limits.pages + 1,
    ],
    [
      'pages',
      (count) => ({ ...postcardInput, pages: list(count, () => ({ side: 'front', elements: [] })) }),
      1,
      0,
    ],
    [
      'pages.0.elements',
      (count) => ({
        ...postcardInput,
        pages: [
          { side: 'front', elements: list(count, () => ({ type: 'line', x1: 0, y1: 0, x2: 1, y2: 1 })) },
        ],
      }),
      limits.elementsPerPage,
      limits.elementsPerPage + 1,
    ],
    [
      'variables',
      (count) => ({
        ...postcardInput,
        variables: Object.fromEntries(list(count, (index) => [`v${index}`, {}])),
      }),
      limits.variables,
      limits.variables + 1,
    ],
    [
      'colors',
      (count) => ({
        ...postcardInput,
        colors: Object.fromEntries(list(count, (index) => [`c${index}`, { cmyk: [0, 0, 0, 0] }])),
      }),
      limits.colours,
      limits.colours + 1,
    ],
    ['colors.a.cmyk.0', (ink) => ({ ...postcardInput, colors: { a: { cmyk: [ink, 0, 0, 0] } } }), 100, 101],
    [
      'variables.a.maxLength',
      (maxLength) => ({ ...postcardInput, variables: { a: { maxLength } } }),
      limits.variableMaxLength,
      limits.variableMaxLength + 1,
    ],
  ]
  it.each(table)('%s', (name, make, allowed, refused) => {
    expect(problems(make(allowed))).toEqual([])
    expect(problems(make(refused))).toEqual([name])
  })
})

it.each(['NaN', 'Infinity'])('refuses %s as a number', (name) => {
  expect(new Set(problems(withText({ x: Number(name) })))).toEqual(new Set(['pages.1.elements.0.x']))
})

it.each([
  ['firstName', true],
  ['a_1', true],
  ['1a', false],
  ['first name', false],
  ['$price', false],
  ['naïve', false],
])('variable name %s: %s', (name, allowed) => {
  const variables = Object.fromEntries([[name, {}]])
  expect(problems({ ...postcardInput, variables }).length === 0).toBe(allowed)
})
