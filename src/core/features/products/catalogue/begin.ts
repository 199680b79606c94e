import type { Services } from '../../../engine/services.ts'
import { catalogueMark } from '../current.ts'
import sample from '../samples/standard.json' with { type: 'json' }
import { adoptRows, needsAdoption } from './adopt.ts'
import { checkFile, saveCatalogue } from './import.ts'

/**
 * Gives an instance that has no catalogue its first one: the standard sample, or, where it is older than
 * catalogues, what its rows say.
 */
export const beginCatalogue = async (services: Services): Promise<void> => {
  // The program's own file: a first start need not load the renderer to hear that it has these.
  const profiles = sample.stocks.map(({ colourProfile }) => colourProfile)
  const checked = await checkFile(services, sample, { profiles })
  if (await services.store.read(needsAdoption)) {
    await adoptRows(services, checked.next)
    return
  }
  await services.store.write(async (rows) => {
    // Another server may have begun with it meanwhile.
    if ((await catalogueMark(rows)) === '') await saveCatalogue(services, rows, checked)
  })
}
