import type { Services } from '../../../engine/services.ts'
import { catalogueMark, revisionOf } from '../current.ts'
import { toFile } from './document.ts'
import { presentCatalogue } from './facts.ts'

/** The catalogue of the instance as a file, with its revision. */
export const exportCatalogue = async (
  services: Services,
): Promise<{ revision: number; file: Record<string, unknown> }> => {
  const parts = await services.catalogueParts()
  return services.store.read(async (rows) => ({
    revision: revisionOf(await catalogueMark(rows)),
    file: toFile(await presentCatalogue(rows, parts)),
  }))
}
