import type { Services } from '../../engine/services.ts'
import type { SpecificationRow } from '../../model/products.ts'
import type { Rows } from '../../ports/store.ts'
import { currentCatalogue } from './current.ts'

/**
 * A specification by id as it is now. Throws where there is none, because rows name only existing ones.
 */
export const specificationOf = async (
  services: Services,
  rows: Rows,
  id: string,
): Promise<SpecificationRow> => {
  const { specifications } = await currentCatalogue(services, rows)
  const found = specifications.get(id)
  if (!found) throw new Error(`There is no specification ${id}.`)
  return found
}
