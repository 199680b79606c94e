import { afterAll, describe, expect, test } from 'vitest'
import { form, indexed, page, placed, renderer, whole } from '../support/preflight-pages.ts'

afterAll(() => renderer.close())

describe('preflight of a PDF page', () => {
  test.each<[what: string, content: string, more?: Parameters<typeof page>[1]]>([
    ['a filled line of 0.11 mm', '10 10 80 .32 re f'],
    ['a rectangle without area', '10 10 80 0 re f 10 20 0 80 re f 5 5 m 90 5 l 90 5 l 5 5 l f'],
    ['a thin rectangle that is clipped away', 'q 0 0 5 5 re W n 10 10 80 .1 re f Q'],
    ['a thin rectangle next to its clip', 'q 0 0 100 10 re W n 10 10 80 .1 re f Q'],
    ['a thin rectangle outside the box of its form', '/X Do', form('[0 0 5 5]', '10 10 80 .1 re f')],
    ['a thin rectangle that only clips', '10 10 80 .1 re W n 0 0 100 100 re f'],
    ['dots', '10 10 .1 .1 re f 20 10 .2 .1 re f'],
    [
      'the strips of a gradient',
      Array.from({ length: 60 }, (_, at) => `${at / 60} g 10 ${10 + at / 10} 80 .1 re f`).join('\n'),
    ],
    [
      'strips of a gradient in one path',
      `${Array.from({ length: 60 }, (_, at) => `${10 + at / 10} 10 .1 80 re`).join(' ')} f`,
    ],
    ['a thin rectangle with a stroke wide enough', '.3 w 10 10 80 .1 re B'],
    ['content outside its clip', 'q 0 0 5 5 re W n 1 0 0 rg 10 10 80 80 re f Q'],
    ['text outside its clip', 'q 0 0 5 5 re W n 1 0 0 rg 1 0 0 RG BT 2 Tr /F1 4 Tf 9 9 Td (abc) Tj ET Q'],
    [
      'small text in four inks outside its clip',
      'q 0 0 5 5 re W n .9 .9 .9 .9 k BT /F1 4 Tf 9 9 Td (abc) Tj ET Q',
    ],
    ['an indexed black', '/I cs 1 sc 10 10 50 50 re f', indexed('/DeviceCMYK 1 <FFFFFFFF000000FF>')],
    [
      'small text in an indexed black',
      '/I cs 1 sc BT /F1 4 Tf 9 9 Td (abc) Tj ET',
      indexed('/DeviceGray 1 <FF00>'),
    ],
    ['a colour missing from its table', '/I cs 1 sc 10 10 50 50 re f', indexed('/DeviceCMYK 1 <FFFFFFFF>')],
    ['an invalid table', '/I cs 1 sc 10 10 50 50 re f', indexed('/DeviceCMYK null 9')],
  ])('reports nothing about %s', async (_what, content, more) => {
    expect(await placed(page(content, more))).toEqual([])
  })

  test('measures a filled line after scaling', async () => {
    const bytes = page('10 10 80 .5 re f')
    expect(await placed(bytes)).toEqual([])
    const small = await placed(bytes, {}, { ...whole, x: 10, y: 10, w: 53, h: 53 })
    expect(small.map(({ code }) => code)).toEqual(['hairline'])
  })
})
