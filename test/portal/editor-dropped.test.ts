import { describe, expect, test } from 'vitest'
import { kindOfFile, withFont, withFontOf } from '../../portal/src/editor/model/dropped.ts'
import { newPicture } from '../../portal/src/editor/model/new-element.ts'
import { postcard, postcardSheet } from '../support/render-fixtures.ts'

describe('a dropped file', () => {
  test.each([
    ['photo.PNG', '', 'IMAGE'],
    ['photo.jpeg', 'image/jpeg', 'IMAGE'],
    ['photo', 'image/jpeg', 'IMAGE'],
    ['card.pdf', '', 'PDF'],
    ['House.ttf', '', 'FONT'],
    ['photo.webp', '', 'IMAGE'],
    ['scan.TIF', '', 'IMAGE'],
    ['logo.svg', 'image/svg+xml', 'PDF'],
    ['phone.heic', 'image/heic', undefined],
    ['list.csv', 'text/csv', undefined],
  ])('%s (%s) is %s', (name, type, expected) => {
    expect(kindOfFile({ name, type })).toBe(expected)
  })

  test.each([
    ['in the middle', undefined, { x: 37, y: 27.9 }],
    ['around a point', { x: 100, y: 60 }, { x: 63, y: 35.4 }],
    ['within the sheet at its edge', { x: 148, y: 0 }, { x: 74, y: 0 }],
  ])('is an image %s', (_where, at, expected) => {
    const size = { widthPx: 900, heightPx: 600 }
    expect(newPicture('ast_1', size, postcardSheet, at)).toMatchObject({ ...expected, w: 74, h: 49.3 })
  })

  test('is a font named after its file, added once, with a unique name', () => {
    const { document, font } = withFont(postcard, 'ast_1', 'House.ttf')
    expect(font).toBe('House')
    expect(document.fonts.at(-1)).toEqual({ id: 'House', asset: 'ast_1' })
    expect(withFont(document, 'ast_1', 'Again.ttf')).toEqual({ document, font: 'House' })
    expect(withFont(document, 'ast_2', 'House.ttf').font).toBe('House 2')
    expect(withFontOf(document, 1, 0, 'House').pages[1]!.elements[0]).toMatchObject({ font: 'House' })
  })

  test('is not accepted as a font beyond the limit of a template', () => {
    const fonts = Array.from({ length: 20 }, (_, index) => ({ id: `f${index}` }))
    expect(withFont({ ...postcard, fonts }, 'ast_1', 'House.ttf').font).toBeUndefined()
  })
})
