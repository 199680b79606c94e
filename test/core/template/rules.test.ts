import { describe, expect, it } from 'vitest'
import type { RenderAsset } from '../../../src/core/ports/renderer.ts'
import type { TemplateDocumentInput } from '../../../src/core/template/document.ts'
import { publishFindings } from '../../../src/core/template/publish-rules.ts'
import { documentOf, postcardInput, postcardSheet } from '../../support/render-fixtures.ts'

const known = {
  fonts: ['noto-sans', 'noto-sans-bold'],
  assets: [
    { id: 'ast_photo', format: 'jpeg' },
    { id: 'ast_pdf', format: 'pdf' },
    { id: 'ast_font', format: 'font' },
  ] satisfies Pick<RenderAsset, 'id' | 'format'>[],
}

type Element = TemplateDocumentInput['pages'][number]['elements'][number]

const findings = (change: (input: TemplateDocumentInput) => void) => {
  const input = structuredClone(postcardInput)
  change(input)
  return publishFindings(documentOf(input), postcardSheet, known)
}
const codes = (change: (input: TemplateDocumentInput) => void): string[] =>
  findings(change).map(({ severity, code }) => (severity === 'error' ? code : `${severity} ${code}`))
/** Returns the finding codes of the postcard with only these elements on its front. */
const front = (...elements: Element[]) =>
  codes((input) => {
    input.pages[0]!.elements = elements
  })
const back = (element: Element) =>
  codes((input) => {
    input.pages[1]!.elements.push(element)
  })

const text = { type: 'text', font: 'noto-sans', size: 10, text: 'Dag' } as const
const rect = { type: 'rect', fill: 'black' } as const

it('reports nothing about the sample', () => {
  expect(codes(() => undefined)).toEqual([])
})

it('returns page and box of each finding', () => {
  const [finding] = findings((input) => {
    input.pages[1]!.elements.push({ ...text, x: 1, y: 60, w: 20, h: 5 })
  })
  expect(finding).toMatchObject({ code: 'outside_safe', page: 2, box: { x: 1, y: 60, w: 20, h: 5 } })
})

describe('positions, on both sides of the limit', () => {
  it.each([
    ['text at the safe line', { ...text, x: 4, y: 4, w: 140, h: 97 }, []],
    ['text over the left safe line', { ...text, x: 3.9, y: 4, w: 20, h: 5 }, ['outside_safe']],
    ['text over the right safe line', { ...text, x: 100, y: 4, w: 44.1, h: 5 }, ['outside_safe']],
    ['text over the bottom safe line', { ...text, x: 4, y: 98, w: 20, h: 3.1 }, ['outside_safe']],
    ['a code at the safe line', { type: 'qr', x: 124, y: 81, size: 20, content: 'x' }, []],
    [
      'a code with user information before the host',
      { type: 'qr', x: 124, y: 81, size: 20, content: 'https://good@evil.example' },
      ['qr_user_information'],
    ],
    [
      'a code beyond the safe line',
      { type: 'qr', x: 124.1, y: 81, size: 20, content: 'x' },
      ['outside_safe'],
    ],
    ['art that covers the bleed', { ...rect, x: -3, y: -3, w: 154, h: 111 }, []],
    ['art beyond the bleed', { ...rect, x: -3.1, y: -3, w: 154.1, h: 111 }, ['element_outside_page']],
    ['art beyond the bottom', { ...rect, x: 10, y: 100, w: 10, h: 8.1 }, ['element_outside_page']],
    ['art up to the trim', { ...rect, x: 0, y: 20, w: 20, h: 20 }, ['bleed_short']],
    ['art halfway into the bleed', { ...rect, x: -1.5, y: 20, w: 20, h: 20 }, ['bleed_short']],
    ['art just inside the trim', { ...rect, x: 0.1, y: 20, w: 20, h: 20 }, []],
    ['art up to the right trim', { ...rect, x: 128, y: 20, w: 20, h: 20 }, ['bleed_short']],
    ['art up to the bottom bleed', { ...rect, x: 20, y: 85, w: 20, h: 23 }, []],
    ['a line up to the trim', { type: 'line', x1: 10, y1: 0, x2: 10, y2: 20 }, ['bleed_short']],
    ['a line to the bleed', { type: 'line', x1: 10, y1: -2.875, x2: 10, y2: 20 }, []],
  ] as [string, Element, string[]][])('%s', (_, element, expected) => {
    expect(front(element)).toEqual(expected)
  })

  it.each([
    ['next to the address zone', { ...rect, x: 72, y: 46, w: 4, h: 10 }, []],
    ['in the address zone', { ...rect, x: 72, y: 46, w: 4.1, h: 10 }, ['zone_covered']],
    ['in the postage zone', { ...rect, x: 100, y: 10, w: 5, h: 5 }, ['zone_covered']],
    ['in the coding zone', { ...rect, x: 100, y: 95, w: 5, h: 5 }, ['zone_covered']],
    ['an address in 8 pt', { type: 'address', zone: 'product', font: 'noto-sans', size: 8 }, []],
    [
      'an address in 7.9 pt',
      { type: 'address', zone: 'product', font: 'noto-sans', size: 7.9 },
      ['address_too_small'],
    ],
    ['in the sequence zone', { ...rect, x: 10, y: 97, w: 2, h: 2 }, ['zone_covered']],
    [
      'a PDF over all zones',
      { type: 'pdf', asset: 'ast_pdf', x: -3, y: -3, w: 154, h: 111 },
      Array(5).fill('warning zone_covered'),
    ],
  ] as [string, Element, string[]][])('%s', (_, element, expected) => {
    expect(back(element)).toEqual(expected)
  })
})

describe('references', () => {
  const at = { x: 10, y: 10, w: 40, h: 10 }
  it.each([
    ['a known tag', { ...text, ...at, text: '{{offer}}' }, []],
    ['the tracking address', { ...text, ...at, text: '{{trackingUrl}}' }, []],
    ['the opt-out address', { ...text, ...at, text: '{{optOutUrl}}' }, []],
    ['a salutation before a comma', { ...text, ...at, text: 'Hi\n{{salutation}}, welcome' }, []],
    ['a salutation with a fallback', { ...text, ...at, text: '{{salutation | "Dear all"}},' }, []],
    [
      'a salutation after a greeting word',
      { ...text, ...at, text: 'Dear {{salutation}},' },
      ['warning salutation_beside'],
    ],
    [
      'a salutation before a name',
      { ...text, ...at, text: '{{ salutation }} {{recipientName}},' },
      ['warning salutation_beside'],
    ],
    ['an unknown tag', { ...text, ...at, text: '{{nope}} {{nope}}' }, ['tag_unknown']],
    ['a malformed tag', { ...text, ...at, text: '{{offer' }, ['tag_malformed']],
    ['an unknown condition', { ...text, ...at, showIf: { var: 'nope', op: 'empty' } }, ['tag_unknown']],
    ['a font that is not listed', { ...text, ...at, font: 'other' }, ['font_unknown']],
    ['an unknown colour', { ...text, ...at, color: 'pink' }, ['color_unknown']],
    ['an inherited name as colour', { ...text, ...at, color: 'constructor' }, ['color_unknown']],
    ['an unknown fill', { ...rect, ...at, fill: 'pink' }, ['color_unknown']],
    ['an unknown asset', { type: 'image', ...at, asset: 'ast_no' }, ['asset_unknown']],
    ['an asset of the wrong kind', { type: 'image', ...at, asset: 'ast_pdf' }, ['asset_unknown']],
    ['minSize equal to size', { ...text, ...at, minSize: 10 }, []],
    ['minSize above size', { ...text, ...at, minSize: 10.5 }, ['min_size']],
    ['a quiet zone of four modules', { type: 'qr', x: 10, y: 10, size: 20, content: 'x', quietZone: 4 }, []],
    [
      'a quiet zone of three modules',
      { type: 'qr', x: 10, y: 10, size: 20, content: 'x', quietZone: 3 },
      ['qr_quiet_zone'],
    ],
    [
      'an address on a sheet without its zone',
      { type: 'address', zone: 'product', font: 'noto-sans', size: 10 },
      ['address_zone_missing'],
    ],
  ] as [string, Element, string[]][])('%s', (_, element, expected) => {
    expect(front(element)).toEqual(expected)
  })
})

describe('the document', () => {
  it.each([
    [
      'another trim',
      (input) => {
        input.trim = { w: 148.02, h: 105 }
      },
      ['trim_mismatch'],
    ],
    [
      'a trim within tolerance',
      (input) => {
        input.trim = { w: 148.005, h: 105 }
      },
      [],
    ],
    [
      'another bleed',
      (input) => {
        input.bleed = 2
      },
      ['bleed_mismatch'],
    ],
    [
      "a smaller safe area than the product's",
      (input) => {
        input.safe = 3.9
      },
      ['safe_too_small'],
    ],
    [
      'one page too few',
      (input) => void input.pages.splice(0, 1),
      ['page_count', 'page_side', 'address_zone_missing'],
    ],
    ['one page too many', (input) => void input.pages.push({ side: 'front', elements: [] }), ['page_count']],
    [
      'two backs',
      (input) => {
        input.pages[0]!.side = 'back'
      },
      ['page_side', 'page_side'],
    ],
    ['no address', (input) => void input.pages[1]!.elements.pop(), ['address_missing']],
    [
      'names that differ in case',
      (input) => {
        input.variables!.FirstName = {}
      },
      ['variable_duplicate'],
    ],
    [
      'a reserved name',
      (input) => {
        input.variables!.trackingUrl = {}
      },
      ['variable_reserved'],
    ],
    [
      'a sample of the maximum length',
      (input) => {
        input.variables!.x = { maxLength: 3, sample: 'abc' }
      },
      [],
    ],
    [
      'a sample that is too long',
      (input) => {
        input.variables!.x = { maxLength: 2, sample: 'abc' }
      },
      ['sample_too_long'],
    ],
    ['an unknown font', (input) => void input.fonts.push({ id: 'comic' }), ['font_unknown']],
    ['a font listed twice', (input) => void input.fonts.push({ id: 'noto-sans' }), ['font_duplicate']],
    ['an uploaded font', (input) => void input.fonts.push({ id: 'brand', asset: 'ast_font' }), []],
    [
      'an image as font',
      (input) => void input.fonts.push({ id: 'brand', asset: 'ast_photo' }),
      ['font_unknown'],
    ],
    [
      'a duplicate id',
      (input) => {
        for (const element of input.pages[1]!.elements.slice(0, 2)) element.id = 'same'
      },
      ['element_duplicate'],
    ],
  ] as [string, (input: TemplateDocumentInput) => void, string[]][])('%s', (_, change, expected) => {
    expect(codes(change)).toEqual(expected)
  })
})
