import * as v from 'valibot'
import { notFound } from '../../kernel/errors.ts'
import { oneOf } from '../../kernel/query.ts'
import type { SpecificationRow } from '../../model/products.ts'
import { everyone, type Rows } from '../../ports/store.ts'
import { type TemplateDocument, templateDocument } from '../../template/document.ts'
import { requiredVariables } from '../../template/tags.ts'
import { type Design, designs } from '../seed/seed.ts'
import type { LibraryEntry } from './schema.ts'

/** A design of the platform on a sheet that this instance prints. */
export interface LibraryDesign {
  design: Design
  document: TemplateDocument
  specification: SpecificationRow
}

/** The designs that can be printed here. A design whose product is no longer offered is left out. */
export const libraryDesigns = async (rows: Rows): Promise<LibraryDesign[]> => {
  const ids = [...new Set(designs.map(({ specificationId }) => specificationId))]
  const found = await rows.specifications.find(everyone, { id: oneOf(ids) })
  const active = new Map(found.filter((row) => row.active).map((row) => [row.id, row]))
  return designs.flatMap((design) => {
    const specification = active.get(design.specificationId)
    return specification
      ? [{ design, document: v.parse(templateDocument, design.document), specification }]
      : []
  })
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
