import { hasErrors } from '../../core/kernel/finding.ts'
import type { TemplateDocument, TemplateElement } from '../../core/template/document.ts'
import type { Sheet, SheetZoneKind } from '../../core/template/sheet.ts'
import { parseTags, type TextPart, taggedText } from '../../core/template/tags.ts'
import { coveredZones } from '../../core/template/zones.ts'
import type { FontBook } from '../text/book.ts'
import type { PictureSize } from './picture.ts'
import { PageSpace } from './units.ts'

/** The input for drawing elements, shared by the static layer, pieces and the editor. */
export interface Scene {
  document: TemplateDocument
  sheet: Sheet
  space: PageSpace
  book: FontBook
  /** By asset. */
  images: ReadonlyMap<string, ScenePicture>
  /** By `pdfPageKey`. */
  pdfPages: ReadonlyMap<string, ScenePdfPage>
  /** Pages whose mark zone contains elements, because the design predates the zone. */
  coveredMarks: ReadonlySet<number>
  /** Pages whose postage zone contains elements. */
  coveredPostage: ReadonlySet<number>
  /** The parsed texts of text and QR elements. */
  parts: ReadonlyMap<TemplateElement, readonly TextPart[]>
}

/** An image that content streams draw by `name`. */
export interface ScenePicture {
  name: string
  asset: string
  image: PictureSize
}

/** A PDF page that content streams draw by `name`. Sizes are in points. */
export interface ScenePdfPage {
  name: string
  asset: string
  page: number
  width: number
  height: number
}

export const pdfPageKey = (asset: string, page: number): string => `${asset}#${page}`

export const sceneOf = (
  document: TemplateDocument,
  sheet: Sheet,
  book: FontBook,
  drawn: { images: readonly ScenePicture[]; pdfPages: readonly ScenePdfPage[] },
): Scene => {
  const parts = new Map<TemplateElement, readonly TextPart[]>()
  for (const page of document.pages) {
    for (const element of page.elements) {
      const text = taggedText(element)
      if (text !== undefined) parts.set(element, parseTags(text).parts)
    }
  }
  const covered = coveredZones(document, sheet).filter(({ finding }) => hasErrors([finding]))
  const pagesCovered = (kind: SheetZoneKind) =>
    new Set(covered.flatMap(({ page, zone }) => (zone.kind === kind ? page : [])))
  return {
    document,
    sheet,
    space: new PageSpace(sheet),
    book,
    images: new Map(drawn.images.map((image) => [image.asset, image])),
    pdfPages: new Map(drawn.pdfPages.map((page) => [pdfPageKey(page.asset, page.page), page])),
    coveredMarks: pagesCovered('mark'),
    coveredPostage: pagesCovered('postage'),
    parts,
  }
}
