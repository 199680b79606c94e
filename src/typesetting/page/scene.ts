import { hasErrors } from '../../core/kernel/finding.ts'
import type { TemplateDocument, TemplateElement } from '../../core/template/document.ts'
import type { Sheet, SheetZoneKind } from '../../core/template/sheet.ts'
import { parseTags, type TextPart, taggedText } from '../../core/template/tags.ts'
import { coveredZones } from '../../core/template/zones.ts'
import type { FontBook } from '../fonts/book.ts'
import type { PictureSize } from './picture.ts'
import { PageSpace } from './units.ts'

/** What drawing an element needs; the same for the static layer, for a piece and for an editor. */
export interface Scene {
  document: TemplateDocument
  sheet: Sheet
  space: PageSpace
  book: FontBook
  /** By asset. */
  images: ReadonlyMap<string, ScenePicture>
  /** By `pdfPageKey`. */
  pdfPages: ReadonlyMap<string, ScenePdfPage>
  /** Pages where elements lie in the zone of the mark: the design is older than the zone. */
  coveredMarks: ReadonlySet<number>
  /** The same of the postage zone. */
  coveredPostage: ReadonlySet<number>
  /** The tagged texts, parsed once. */
  parts: ReadonlyMap<TemplateElement, readonly TextPart[]>
}

/** A picture that content streams draw by `name`. */
export interface ScenePicture {
  name: string
  asset: string
  image: PictureSize
}

/** A page of a PDF that content streams draw by `name`; its size is in points. */
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
