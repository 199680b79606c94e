import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { type Alignment, aligned } from '../../portal/src/editor/model/align.ts'
import { changedSettings, differencesOf } from '../../portal/src/editor/model/differences.ts'
import {
  copiesOf,
  hasRoom,
  patched,
  reordered,
  withAdded,
  withChanged,
  without,
} from '../../portal/src/editor/model/edits.ts'
import { History } from '../../portal/src/editor/model/history.ts'
import { placeAt, placeOf } from '../../portal/src/editor/model/places.ts'
import { withEditedField } from '../../portal/src/editor/model/renames.ts'
import { fillingOf, usedFields } from '../../portal/src/editor/model/samples.ts'
import { nameOfCopy } from '../../portal/src/screens/templates/copy-name.ts'
import { type ElementOf, type TemplateDocument, templateDocument } from '../../src/core/template/document.ts'
import { publishFindings } from '../../src/core/template/publish-rules.ts'
import { documentOf, postcardInput, postcardSheet } from '../support/render-fixtures.ts'

const document: TemplateDocument = documentOf(postcardInput)
const types = (of: TemplateDocument, page = 0) => of.pages[page]!.elements.map(({ type }) => type)

describe('an edit', () => {
  test('changes the selected elements and keeps the others', () => {
    const changed = withChanged(document, 0, [1], (element) => patched(element, { x: 1 } as object))
    expect(changed.pages[0]!.elements[1]).toMatchObject({ x: 1 })
    expect(changed.pages[0]!.elements[0]).toBe(document.pages[0]!.elements[0])
    expect(changed.pages[1]).toBe(document.pages[1])
    expect(document.pages[0]!.elements[1]).not.toMatchObject({ x: 1 })
  })

  test('adds on top, returns the added elements, and respects the limit of a page', () => {
    const text = document.pages[0]!.elements.find(({ type }) => type === 'text')!
    const { document: more, chosen } = withAdded(document, 0, [text, text])
    expect(chosen).toEqual([types(document).length, types(document).length + 1])
    expect(types(more).slice(-2)).toEqual(['text', 'text'])
    const full = withAdded(document, 0, Array(300).fill(text))
    expect(full.document.pages[0]!.elements).toHaveLength(200)
    expect(v.is(templateDocument, full.document)).toBe(true)
    expect([document, full.document].map((one) => hasRoom(one, 0))).toEqual([true, false])
    expect(hasRoom(document, document.pages.length)).toBe(false)
  })

  test('keeps the name and the group of elements, and the label of a merge field', () => {
    const kept = { name: 'Headline', group: 'Top' }
    const edited = withChanged(document, 0, [1], (element) => patched(element, { ...kept } as object))
    const moved = withChanged(edited, 0, [1], (element) => patched(element, { x: 1 } as object))
    expect(moved.pages[0]!.elements[1]).toMatchObject({ x: 1, ...kept })
    expect(copiesOf([moved.pages[0]!.elements[1]!])).toMatchObject([kept])
    const field = { type: 'text', maxLength: 20, sample: 'Zoë' } as const
    const labelled = { ...document, variables: { old: { ...field, label: 'First name' } } }
    const longer = { ...field, label: 'First name', maxLength: 30 }
    expect(withEditedField(labelled, 'old', 'old', longer).variables).toEqual({ old: longer })
    expect(withEditedField(labelled, 'old', 'renamed', longer).variables).toEqual({ renamed: longer })
    // Emptied in its dialog.
    expect(withEditedField(labelled, 'old', 'old', field).variables).toEqual({ old: field })
    expect(withEditedField(labelled, null, 'added', field).variables).toMatchObject({ added: field })
    expect(withEditedField(labelled, null, 'added', field).variables.added).not.toHaveProperty('label')
  })

  test('removes elements, and changes their order', () => {
    expect(types(without(document, 0, [0]))).toEqual(types(document).slice(1))
    const [first, second, ...rest] = types(document)
    expect(types(reordered(document, 0, 0, 1))).toEqual([second, first, ...rest])
    expect(types(reordered(document, 0, 0, -1))).toEqual(types(document))
  })

  test('copies without the names and the address, which must be unique', () => {
    const address = { type: 'address' } as ElementOf<'address'>
    const copies = copiesOf([
      address,
      { ...document.pages[0]!.elements.find(({ type }) => type === 'text')!, id: 'headline' },
    ])
    expect(copies).toHaveLength(1)
    expect(copies[0]!.id).toBeUndefined()
  })

  test('removes a field that is undefined', () => {
    expect(patched({ type: 'rect', fill: 'black' } as ElementOf<'rect'>, { fill: undefined })).toEqual({
      type: 'rect',
    })
  })
})

describe('the history', () => {
  test('undoes and redoes, gesture by gesture, and drops undone steps after a new edit', () => {
    const history = new History<number>()
    let now = 0
    const change = (to: number, gesture?: string) => {
      history.note(now, gesture)
      now = to
    }
    change(1)
    change(2, 'drag')
    change(3, 'drag')
    history.endGesture()
    change(4, 'drag')
    now = history.undo(now)!
    expect(now).toBe(3)
    now = history.undo(now)!
    expect(now).toBe(1)
    now = history.redo(now)!
    expect([now, history.canUndo, history.canRedo]).toEqual([3, true, true])
    change(9)
    expect(history.canRedo).toBe(false)
  })

  test('keeps 200 steps', () => {
    const history = new History<number>()
    for (let state = 0; state < 300; state++) history.note(state)
    let steps = 0
    while (history.canUndo) {
      history.undo(0)
      steps++
    }
    expect(steps).toBe(200)
  })
})

describe('an error', () => {
  test.each([
    ['document.pages[1].elements[4]', { page: 1, element: 4 }],
    ['document.pages[1].elements[4].text', { page: 1, element: 4 }],
    ['document.pages.0.elements.2.w', { page: 0, element: 2 }],
    ['document.pages[1]', { page: 1 }],
    ['document.fonts[0]', { setting: 'fonts' }],
    ['document.variables.firstName', { setting: 'variables' }],
    ['document', {}],
  ])('has its place: %s', (parameter, place) => {
    expect(placeAt(parameter)).toEqual(place)
  })

  test('links to the element whose box a finding names', () => {
    const at = document.pages[0]!.elements.findIndex(({ type }) => type === 'text')
    const broken = withChanged(document, 0, [at], (element) => ({ ...element, x: 1 }) as typeof element)
    const findings = publishFindings(broken, postcardSheet, {
      fonts: ['noto-sans', 'noto-sans-bold'],
      assets: [],
    })
    const outside = findings.find(({ code }) => code === 'outside_safe')!
    expect(placeOf(outside, broken, postcardSheet)).toEqual({ page: 0, element: at })
    expect(placeOf({ ...outside, box: { x: 7, y: 7, w: 7, h: 7 } }, broken, postcardSheet)).toEqual({
      page: 0,
    })
  })
})

describe('the values of a preview', () => {
  const variables: TemplateDocument['variables'] = {
    firstName: { type: 'text', maxLength: 60, sample: 'Zoë' },
    amount: { type: 'integer', maxLength: 5, sample: '' },
    shop: { type: 'url', maxLength: 30, sample: '' },
    until: { type: 'date', maxLength: 10, sample: '2027-03-01' },
  }
  const text = {
    ...document.pages[0]!.elements.find(({ type }) => type === 'text')!,
    text: 'Dear {{firstName | "you"}}, {{amount}}',
  }
  const filled = {
    ...document,
    variables,
    pages: [{ side: 'front' as const, elements: [text] }],
  } as TemplateDocument

  test('are the samples of the fields, or a value of its kind for a required one without a sample', () => {
    expect(fillingOf(filled, 'sample').data).toEqual({
      firstName: 'Zoë',
      amount: '1',
      shop: '',
      until: '2027-03-01',
    })
  })

  test('are shortest without optional ones', () => {
    expect(fillingOf(filled, 'shortest').data).toEqual({ firstName: '', amount: '1', shop: '', until: '' })
  })

  test('are longest at the maximum of each field', () => {
    const { data } = fillingOf(filled, 'longest')
    expect([...data.firstName!].length).toBeGreaterThan(55)
    expect([...data.firstName!].length).toBeLessThanOrEqual(60)
    expect(data).toMatchObject({ amount: '88888', until: '2027-03-01' })
    expect(data.shop).toHaveLength(30)
  })

  test('include the names of printed fields', () => {
    expect(usedFields(filled)).toEqual(['amount', 'firstName'])
  })
})

describe('two versions', () => {
  const at = document.pages[0]!.elements.findIndex(({ type }) => type === 'text')

  test('that are equal have no differences', () => {
    expect(differencesOf(document, structuredClone(document))).toEqual([])
    expect(changedSettings(document, structuredClone(document))).toEqual([])
  })

  test('differ in the fields of a changed element', () => {
    const after = withChanged(
      document,
      0,
      [at],
      (element) => ({ ...element, x: 9, text: 'Other' }) as typeof element,
    )
    expect(differencesOf(document, after)).toEqual([
      { kind: 'changed', page: 0, before: at, after: at, fields: ['x', 'text'] },
    ])
  })

  test('differ only in an element that was added below others', () => {
    const extra = { type: 'ellipse', x: 1, y: 1, w: 2, h: 2, strokeWidth: 0.25 } as ElementOf<'ellipse'>
    const { document: after } = withAdded(document, 0, [extra])
    const below = reordered(after, 0, after.pages[0]!.elements.length - 1, 0)
    expect(differencesOf(document, below)).toEqual([{ kind: 'added', page: 0, after: 0, fields: [] }])
    expect(differencesOf(below, document)).toEqual([{ kind: 'removed', page: 0, before: 0, fields: [] }])
  })

  test('differ in settings and in a new page', () => {
    const after = { ...document, locale: 'nl', pages: [...document.pages, document.pages[0]!] }
    expect(changedSettings(document, after)).toEqual(['locale'])
    expect(differencesOf(document, after).every(({ kind, page }) => kind === 'added' && page === 2)).toBe(
      true,
    )
  })
})

describe('elements selected together', () => {
  const rect = (x: number, y: number, w: number) =>
    ({ type: 'rect', x, y, w, h: 10, radius: 0, strokeWidth: 0.25 }) as const
  const three: TemplateDocument = {
    ...document,
    pages: [{ side: 'front', elements: [rect(10, 10, 10), rect(30, 40, 20), rect(100, 20, 10)] }],
  }
  test.each<[Alignment, 'x' | 'y', number[]]>([
    ['left', 'x', [10, 10, 10]],
    ['centre', 'x', [55, 50, 55]],
    ['right', 'x', [100, 90, 100]],
    ['top', 'y', [10, 10, 10]],
    ['middle', 'y', [25, 25, 25]],
    ['bottom', 'y', [40, 40, 40]],
    ['across', 'x', [10, 50, 100]],
    ['down', 'y', [10, 40, 25]],
  ])('are aligned: %s', (how, side, expected) => {
    const { elements } = aligned(three, 0, [0, 1, 2], how).pages[0]!
    expect(elements.map((element) => (element as Record<typeof side, number>)[side])).toEqual(expected)
  })

  test('stay if none of them can be moved', () => {
    expect(aligned(three, 0, [], 'left')).toBe(three)
  })
})

test.each([
  ['Card', 'Card (copy)'],
  ['Card (copy)', 'Card (copy 2)'],
  ['Card (copy 9)', 'Card (copy 10)'],
  ['x'.repeat(120), `${'x'.repeat(113)} (copy)`],
])('a copy of %s is named %s', (name, expected) => {
  expect(nameOfCopy(name, 'copy')).toBe(expected)
})
