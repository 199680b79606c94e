import type { CataloguePart } from '../../../engine/catalogue-part.ts'
import type { Services } from '../../../engine/services.ts'
import { catalogueMark, revisionOf } from '../current.ts'
import { toFile } from './document.ts'
import { presentCatalogue } from './facts.ts'

/** The catalogue of the instance as a file, with its revision; of its lists those that the caller may see. */
export const exportCatalogue = async (
  services: Services,
  may: (part: CataloguePart) => boolean = () => true,
): Promise<{ revision: number; file: Record<string, unknown> }> => {
  const parts = (await services.catalogueParts()).filter(may)
  return services.store.read(async (rows) => ({
    revision: revisionOf(await catalogueMark(rows)),
    file: toFile(await presentCatalogue(rows, parts), parts),
  }))
}

/** Whether these scopes allow to see and change a list of the file. */
export const mayWith =
  (scopes: readonly string[]) =>
  ({ permission }: Pick<CataloguePart, 'permission'>): boolean =>
    permission === undefined || scopes.includes(permission)
