import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { retryAfterSeconds } from '../../portal/src/api/retry-after.ts'
import { matchesSent, passes, pauseMs } from '../../portal/src/editor/model/retrying.ts'
import { type TemplateDocumentInput, templateDocument } from '../../src/core/template/document.ts'
import { postcardInput } from '../support/render-fixtures.ts'

type TemplateElementInput = TemplateDocumentInput['pages'][number]['elements'][number]

describe('a failed save', () => {
  test.each([
    ['no answer came', 0, true],
    ['the session has ended', 401, true],
    ['there were too many requests', 429, true],
    ['the server is being replaced', 503, true],
    ['another user has saved', 412, false],
    ['the document is refused', 422, false],
    ['the user lacks permission', 403, false],
  ])('because %s is retried: %s %s', (_why, status, expected) => {
    expect(passes(status)).toBe(expected)
  })

  test('is retried after pauses that grow to a minute, or when the server says', () => {
    expect([1, 2, 3, 4, 5, 6, 7].map((attempt) => pauseMs(attempt) / 1000)).toEqual([2, 4, 8, 16, 32, 60, 60])
    expect(pauseMs(1, 90)).toBe(90_000)
    expect(pauseMs(6, 5)).toBe(60_000)
  })

  test.each([
    ['with defaults that the server added', { a: 1, list: [{ b: 2, radius: 0 }], variables: {} }, true],
    ['with an additional key', { a: 1, list: [{ b: 2, showIf: { var: 'x' } }] }, false],
    ['with an additional merge field', { a: 1, list: [{ b: 2 }], variables: { x: { type: 'text' } } }, false],
    ['with a value that is not the default', { a: 1, list: [{ b: 2, radius: 3 }] }, false],
    ['with another value', { a: 2, list: [{ b: 2 }] }, false],
    ['with an additional element', { a: 1, list: [{ b: 2 }, {}] }, false],
    ['without an element', { a: 1, list: [] }, false],
  ])('counts as successful if the stored draft is the sent one, %s: %s', (_how, stored, expected) => {
    expect(matchesSent(stored, { a: 1, list: [{ b: 2, c: undefined }] })).toBe(expected)
  })

  test.each([
    ['of a minute', '60', 60],
    ['of a year', '31536000', 600],
    ['below zero', '-5', 0],
    ['that is a date', 'Wed, 21 Oct 2026 07:28:00 GMT', 0],
    ['that is missing', null, 0],
  ])('reads a Retry-After %s: %s means %s seconds', (_which, header, expected) => {
    expect(retryAfterSeconds(header)).toBe(expected)
  })

  test('counts as successful with every default of the schema, but not if a field or condition was removed', () => {
    const place = { x: 0, y: 0, w: 10, h: 10 }
    const elements: TemplateElementInput[] = [
      { type: 'text', ...place, font: 'noto-sans', size: 10, text: '', showIf: { var: 'a', op: 'empty' } },
      { type: 'image', ...place, asset: 'ast_1' },
      { type: 'address', font: 'noto-sans', size: 10, zone: 'product' },
      { type: 'qr', x: 0, y: 0, size: 20, content: 'x' },
      { type: 'rect', ...place },
      { type: 'ellipse', ...place },
      { type: 'line', x1: 0, y1: 0, x2: 10, y2: 10 },
      { type: 'pdf', ...place, asset: 'ast_2' },
    ]
    const sent: TemplateDocumentInput = {
      ...postcardInput,
      variables: { a: {} },
      pages: [{ side: 'front', elements }],
    }
    const { colors: _, ...bare } = sent
    expect(matchesSent(v.parse(templateDocument, bare), bare)).toBe(true)
    const { variables: __, ...fieldless } = bare
    expect(matchesSent(v.parse(templateDocument, fieldless), fieldless)).toBe(true)
    expect(matchesSent(v.parse(templateDocument, bare), fieldless)).toBe(false)
    const { showIf: ___, ...always } = elements[0] as { showIf?: unknown }
    const unconditional = { ...bare, pages: [{ side: 'front', elements: [always, ...elements.slice(1)] }] }
    expect(matchesSent(v.parse(templateDocument, bare), unconditional)).toBe(false)
  })
})
