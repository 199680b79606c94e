import { expect, test } from 'vitest'
import { Painter } from '../../portal/src/editor/paint/painter.ts'
import { openFontBook } from '../../src/adapters/pdf/fonts/book.ts'
import { pieceOf, postcard, postcardSheet } from '../support/render-fixtures.ts'

const book = await openFontBook(postcard, new Map())

/** Number of elements that the editor draws on a page besides the design. */
const drawn = (indicia: string | undefined, page: number) => {
  const sheet = indicia === undefined ? postcardSheet : { ...postcardSheet, indicia }
  const screenColour = () => '#000000'
  const painter = new Painter({ sheet, book, images: [], pdfPages: [], piece: pieceOf(1), screenColour })
  return painter.runMarks(postcard, page).length
}

test('the editor shows the indicia of a sheet on the page of its zone, and none without one', () => {
  expect(drawn('Port payé', 1)).toBeGreaterThan(drawn(undefined, 1))
  expect(drawn('Port payé', 0)).toBe(drawn(undefined, 0))
})
