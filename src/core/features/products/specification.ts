import type { Services } from '../../engine/services.ts'
import type { SpecificationRow } from '../../model/products.ts'
import { everyone, type Rows } from '../../ports/store.ts'

/**
 * Every created item needs its specification. Specifications change only when the catalogue is installed,
 * which clears this cache.
 */
const kept = new WeakMap<Services, Map<string, SpecificationRow>>()

/**
 * A specification by id, cached after the first read. Throws where there is none, because rows name only
 * existing ones.
 */
export const specificationOf = async (
  services: Services,
  rows: Pick<Rows, 'specifications'>,
  id: string,
): Promise<SpecificationRow> => {
  const known = kept.get(services) ?? new Map<string, SpecificationRow>()
  kept.set(services, known)
  const found = known.get(id) ?? (await rows.specifications.get(everyone, id))
  if (!found) throw new Error(`There is no specification ${id}.`)
  known.set(id, found)
  return found
}

export const forgetSpecifications = (services: Services): void => {
  kept.delete(services)
}
