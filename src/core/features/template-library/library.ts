import * as v from 'valibot'
import { notFound } from '../../kernel/errors.ts'
import type { SpecificationRow } from '../../model/products.ts'
import { everyone, type Rows } from '../../ports/store.ts'
import { type TemplateDocument, templateDocument } from '../../template/document.ts'
import { publishFindings } from '../../template/publish-rules.ts'
import { requiredVariables } from '../../template/tags.ts'
import { type Design, designs } from '../seed/seed.ts'
import type { LibraryEntry } from './schema.ts'

/** A design of the platform on a sheet that this instance prints. */
export interface LibraryDesign {
  design: Design
  document: TemplateDocument
  specification: SpecificationRow
}

/**
 * The designs that can be printed here: each on the product that it was made for, or, where a catalogue of another
 * country has taken that one's place, on one that has its size and keeps its zones free. A design that fits none is
 * left out.
 */
export const libraryDesigns = async (rows: Rows): Promise<LibraryDesign[]> => {
  const offered = (await rows.specifications.find(everyone, { archivedAt: null })).filter(
    ({ active }) => active,
  )
  return designs.flatMap((design) => {
    const documents = [design.document, ...(design.otherDocuments ?? [])].map((one) =>
      v.parse(templateDocument, one),
    )
    const specifications = offered.toSorted(
      (a, b) => order(design, a) - order(design, b) || (a.id < b.id ? -1 : 1),
    )
    for (const specification of specifications) {
      const document = documents.find((one) => fits(one, specification))
      if (document) return [{ design, document, specification }]
    }
    return []
  })
}

/** Smaller comes first: what the design was made for, then one side before two, then the smaller envelope. */
const order = ({ specificationId }: Design, { id, sheet, envelope }: SpecificationRow): number => {
  if (id === specificationId) return 0
  return (sheet.plex === 'duplex' ? 1e6 : 1) + (envelope ? envelope.w * envelope.h : 1e5)
}

const fits = (document: TemplateDocument, { sheet }: SpecificationRow): boolean => {
  const fonts = document.fonts.map(({ id }) => id)
  return publishFindings(document, sheet, { fonts, assets: [] }).every(({ severity }) => severity !== 'error')
}

/** The design with this id. Throws 404. */
export const libraryDesign = async (rows: Rows, id: string): Promise<LibraryDesign> => {
  const found = (await libraryDesigns(rows)).find(({ design }) => design.id === id)
  if (!found) throw notFound('design in the library')
  return found
}

export const designToWire = ({ design, document, specification }: LibraryDesign): LibraryEntry => ({
  id: design.id,
  name: design.name,
  description: design.description,
  productId: specification.productId,
  productSpecificationId: specification.id,
  pageCount: document.pages.length,
  locale: document.locale,
  requiredFields: requiredVariables(document),
})
