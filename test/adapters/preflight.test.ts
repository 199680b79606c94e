import { afterAll, describe, expect, test } from 'vitest'
import { inspectPdf } from '../../src/adapters/pdf/inspect/pdf.ts'
import type { Finding } from '../../src/core/kernel/finding.ts'
import { type PreflightRule, preflightDefaults } from '../../src/core/template/preflight-rules.ts'
import {
  compile,
  type Elements,
  form,
  grayImage,
  indexed,
  page,
  placed,
  renderer,
  stream,
  whole,
} from '../support/preflight-pages.ts'
import { photo } from '../support/render-fixtures.ts'

afterAll(() => renderer.close())

const box = { x: 10, y: 10, w: 60, h: 20 }
const text = { type: 'text', font: 'noto-sans', text: 'Small', ...box } as const
const shown = (findings: readonly Finding[]) =>
  findings.map(({ code, severity, page, box }) => [code, severity, page, box && Object.values(box)])

describe('preflight of a design', () => {
  test.each<{ what: string; element: Elements[number]; code: PreflightRule }>([
    { what: 'a solid of 400 % ink', element: { type: 'rect', ...box, fill: 'full' }, code: 'ink_total' },
    {
      what: 'an ellipse outlined in 400 %',
      element: { type: 'ellipse', ...box, stroke: 'full', strokeWidth: 1 },
      code: 'ink_total',
    },
    {
      what: 'text of 4.5 pt in two inks',
      element: { ...text, size: 4.5, color: 'two' },
      code: 'small_text_inks',
    },
    {
      what: 'text that may shrink to 4 pt in two inks',
      element: { ...text, size: 9, minSize: 4, overflow: 'shrink', color: 'two' },
      code: 'small_text_inks',
    },
    { what: 'text of 4 pt in a tint', element: { ...text, size: 4, color: 'tint' }, code: 'small_text_tint' },
    {
      what: 'text in a black of four inks',
      element: { ...text, size: 12, color: 'four' },
      code: 'rich_black',
    },
    {
      what: 'a line of 0.05 mm',
      element: { type: 'line', x1: 10, y1: 10, x2: 70, y2: 10, strokeWidth: 0.05 },
      code: 'hairline',
    },
    {
      what: 'an outline of 0.05 mm',
      element: { type: 'rect', ...box, stroke: 'black', strokeWidth: 0.05 },
      code: 'hairline',
    },
    {
      what: 'a filled rectangle of 0.05 mm',
      element: { type: 'rect', ...box, h: 0.05, fill: 'black' },
      code: 'hairline',
    },
    {
      what: 'a filled ellipse of 0.09 mm',
      element: { type: 'ellipse', ...box, w: 0.09, fill: 'black' },
      code: 'hairline',
    },
  ])('finds $what, with page and box', async ({ element, code }) => {
    const found = (await compile([element])).filter((finding) => finding.code === code)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({ severity: preflightDefaults[code], page: 1, box: expect.any(Object) })
    const off = await compile([element], [], { preflight: { [code]: 'off' } })
    expect(off.map((finding) => finding.code)).not.toContain(code)
  })

  test('reports nothing about valid content: one full ink, a line of 0.1 mm, a dark area within the limit', async () => {
    const elements: Elements = [
      { ...text, size: 4.5 },
      { ...text, y: 40, size: 6, color: 'tint' },
      { ...text, y: 60, size: 6, color: 'two' },
      { type: 'line', x1: 10, y1: 90, x2: 70, y2: 90, strokeWidth: 0.1 },
      { type: 'rect', x: 75, y: 10, w: 20, h: 20, fill: 'heavy' },
      { type: 'rect', x: 75, y: 35, w: 20, h: 20, fill: 'four' },
      { type: 'rect', x: 75, y: 60, w: 20, h: 0.1, fill: 'black' },
      { type: 'rect', x: 75, y: 70, w: 20, h: 0.05 },
      { type: 'rect', x: 75, y: 80, w: 20, h: 0.05, fill: 'black', stroke: 'black', strokeWidth: 0.1 },
    ]
    expect(await compile(elements)).toEqual([])
  })

  test('uses the ink limit of the stock and the severities of the product', async () => {
    const element: Elements[number] = { type: 'rect', ...box, fill: 'heavy' }
    expect(shown(await compile([element], [], { maxInkPercent: 300 }))).toEqual([
      ['ink_total', 'error', 1, [10, 10, 60, 20]],
    ])
    const warned = await compile([element], [], { maxInkPercent: 300, preflight: { ink_total: 'warning' } })
    expect(warned.map(({ severity }) => severity)).toEqual(['warning'])
  })

  test('reports an RGB image if the product forbids it', async () => {
    const element: Elements[number] = { type: 'image', asset: photo.id, x: 20, y: 20, w: 50, h: 50 }
    const jpeg = { id: photo.id, bytes: photo.bytes, format: 'jpeg' as const }
    expect(await compile([element], [jpeg])).toEqual([])
    const found = await compile([element], [jpeg], { preflight: { rgb_image: 'error' } })
    expect(shown(found)).toEqual([['rgb_image', 'error', 1, [20, 20, 50, 50]]])
  })
})

describe('preflight of a PDF page', () => {
  test.each<{ what: string; bytes: Uint8Array; code: PreflightRule; at?: number[] }>([
    {
      what: 'a solid of 400 % ink',
      bytes: page('1 1 1 1 k 28.346 28.346 56.693 28.346 re f'),
      code: 'ink_total',
      at: [7, 83, 20, 10],
    },
    {
      what: 'registration colour',
      bytes: page('/All cs 1 scn 0 0 50 50 re f', {
        resources: '/ColorSpace<</All[/Separation/All/DeviceCMYK 4 0 R]>>',
      }),
      code: 'ink_total',
    },
    {
      what: 'small text in two inks',
      bytes: page('0 .8 .9 0 k BT /F1 4 Tf 30 30 Td (abc) Tj ET'),
      code: 'small_text_inks',
    },
    {
      what: 'text small by its matrix',
      bytes: page('0 .8 .9 0 k BT /F1 1 Tf 4 0 0 4 30 30 Tm [(a) -20 (b)] TJ ET'),
      code: 'small_text_inks',
    },
    {
      what: 'small text in a tint',
      bytes: page('.5 g BT /F1 5 Tf 30 30 Td (abc) Tj ET'),
      code: 'small_text_tint',
    },
    {
      what: 'text in a black of four inks',
      bytes: page('.5 .4 .4 1 k BT /F1 10 Tf 30 30 Td (abc) Tj ET'),
      code: 'rich_black',
    },
    { what: 'a hairline', bytes: page('.1 w 10 10 m 90 10 l S'), code: 'hairline' },
    {
      what: 'a hairline by its scale',
      bytes: page('q .1 0 0 .1 0 0 cm 1 w 100 100 m 900 100 l S Q'),
      code: 'hairline',
    },
    {
      what: 'a hairline drawn as a filled rectangle',
      bytes: page('28.346 28.346 56.693 .142 re f'),
      code: 'hairline',
      at: [7, 93, 20, 0.1],
    },
    {
      what: 'an upright filled hairline by its scale',
      bytes: page('q .1 0 0 .1 0 0 cm 100 100 1 900 re f* Q'),
      code: 'hairline',
    },
    {
      what: 'a rotated filled hairline',
      bytes: page('q 0 1 -1 0 100 0 cm 10 10 80 -.1 re f Q'),
      code: 'hairline',
    },
    {
      what: 'a filled hairline with four corners',
      bytes: page('0 0 0 1 k 10 10 m 90 10 l 90 10.1 l 10 10.1 l h f'),
      code: 'hairline',
    },
    {
      what: 'a filled hairline next to others in its path',
      bytes: page('10 10 50 50 re 10 70 50 .1 re f'),
      code: 'hairline',
    },
    {
      what: 'a filled hairline on an area',
      bytes: page('.5 g 10 10 50 50 re f 0 g 10 60 50 .1 re f'),
      code: 'hairline',
    },
    {
      what: 'a filled hairline that is partly visible',
      bytes: page('q 0 0 20 20 re W n 10 10 80 .1 re f Q'),
      code: 'hairline',
    },
    {
      what: 'a filled hairline before damaged operators',
      bytes: page('10 10 50 .1 re f << ( ['),
      code: 'hairline',
    },
    {
      what: 'too much ink in an indexed colour',
      bytes: page('/I cs 1 sc 10 10 50 50 re f', indexed('/DeviceCMYK 1 <00000000FFFFFFFF>')),
      code: 'ink_total',
    },
    {
      what: 'too much ink in the first indexed colour',
      bytes: page('/I cs 10 10 50 50 re f', indexed('/DeviceCMYK 0 <FFFFFFFF>')),
      code: 'ink_total',
    },
    {
      what: 'an index beyond the table, which uses its last colour',
      bytes: page('/I cs 7 sc 10 10 50 50 re f', indexed('/DeviceCMYK 1 <00000000FFFFFFFF>')),
      code: 'ink_total',
    },
    {
      what: 'small text in an indexed tint from a stream',
      bytes: page('/I cs 1 scn BT /F1 5 Tf 30 30 Td (abc) Tj ET', {
        ...indexed('/DeviceGray 1 6 0 R'),
        more: [stream('', '0z')],
      }),
      code: 'small_text_tint',
    },
    {
      what: 'small text in an indexed colour of several inks',
      bytes: page('/I cs 0 scn BT /F1 4 Tf 30 30 Td (abc) Tj ET', {
        ...indexed('[/DeviceN[/Cyan/Black]/DeviceCMYK 4 0 R] 0 <80FF>'),
      }),
      code: 'small_text_inks',
    },
    {
      what: 'an indexed RGB colour',
      bytes: page('/I cs 1 sc 10 10 50 50 re f', indexed('/DeviceRGB 1 <000000FF0000>')),
      code: 'rgb_object',
    },
    { what: 'RGB', bytes: page('1 0 0 rg 10 10 50 50 re f'), code: 'rgb_object' },
    {
      what: 'RGB by its profile',
      bytes: page('/P cs 1 0 0 scn 10 10 50 50 re f', {
        resources: '/ColorSpace<</P[/ICCBased 6 0 R]>>',
        more: [stream('/N 3', 'x')],
      }),
      code: 'rgb_object',
    },
    {
      what: 'RGB in a form',
      bytes: page('/X Do', form('[0 0 99 99]', '1 0 0 rg 10 10 50 50 re f')),
      code: 'rgb_object',
    },
    {
      what: 'an image with low resolution',
      bytes: page('q 200 0 0 200 10 10 cm /X Do Q', { resources: '/XObject<</X 6 0 R>>', more: [grayImage] }),
      code: 'low_resolution',
    },
    {
      what: 'an RGB blending space',
      bytes: page('', { entries: '/Group<</S/Transparency/CS/DeviceRGB>>' }),
      code: 'transparency_space',
    },
    { what: 'no bleed', bytes: page('', { size: ((100 * 72) / 25.4).toFixed(3) }), code: 'bleed_missing' },
  ])('finds $what, with page and box', async ({ bytes, code, at }) => {
    const found = (await placed(bytes)).filter((finding) => finding.code === code)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({ severity: preflightDefaults[code], page: 1 })
    if (at) expect(Object.values(found[0]!.box!)).toEqual(at)
    expect(
      (await placed(bytes, { preflight: { [code]: 'off' } })).map((finding) => finding.code),
    ).not.toContain(code)
    // The product isn't known at upload, so bleed can't be checked and the rest are only warnings.
    if (code === 'bleed_missing') return
    const uploaded = (await inspectPdf(bytes)).findings
    expect(uploaded).toContainEqual(expect.objectContaining({ code, severity: 'warning', page: 1 }))
  })

  test('reports nothing about a valid page', async () => {
    const content = [
      '0 0 0 1 k BT /F1 4 Tf 30 30 Td (abc) Tj ET',
      '1 1 1 1 k BT 3 Tr /F1 4 Tf (unseen) Tj ET',
      '.9 .8 .8 .6 k 0 0 50 50 re f 1 1 1 1 k 500 500 50 50 re f',
      '.3 w 10 10 m 90 10 l S',
      'BI /W 1 /H 1 /CS /RGB /BPC 8 ID EIx EI',
    ].join('\n')
    expect(await placed(page(content))).toEqual([])
    expect((await inspectPdf(page(content))).findings).toEqual([])
  })

  test('measures a page after scaling', async () => {
    const bytes = page('0 .8 .9 0 k BT /F1 8 Tf 30 30 Td (abc) Tj ET')
    expect(await placed(bytes)).toEqual([])
    const small = await placed(bytes, {}, { ...whole, x: 10, y: 10, w: 53, h: 53 })
    expect(small.map(({ code }) => code)).toEqual(['small_text_inks'])
  })

  test('reports a rule a few times, however often a page breaks it', async () => {
    const solids = Array.from({ length: 40 }, (_, at) => `1 1 1 ${1 - at / 100} k ${at} ${at} 5 5 re f`)
    expect((await placed(page(solids.join('\n')))).map(({ code }) => code)).toEqual(
      Array(3).fill('ink_total'),
    )
  })

  test('ignores damaged operators, but not those before them', async () => {
    const bytes = page('1 0 0 rg 10 10 50 50 re f << ( [')
    expect((await placed(bytes)).map(({ code }) => code)).toEqual(['rgb_object'])
  })
})
