import { notFound } from '../../kernel/errors.ts'
import { everyone, type Rows } from '../../ports/store.ts'
import { requiredVariables } from '../../template/tags.ts'
import { type Design, designs } from '../seed/designs/index.ts'
import { type Place, placeFor } from '../seed/fitting.ts'
import type { LibraryEntry } from './schema.ts'

/** A design of the platform on a sheet that this instance prints. */
export interface LibraryDesign extends Place {
  design: Design
}

/** The designs that can be printed here. One that fits no product that is offered is left out. */
export const libraryDesigns = async (rows: Rows): Promise<LibraryDesign[]> => {
  const offered = await rows.specifications.find(everyone, { active: true })
  return designs.flatMap((design) => {
    const place = placeFor(design, offered)
    return 'leftOut' in place ? [] : [{ design, ...place }]
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
