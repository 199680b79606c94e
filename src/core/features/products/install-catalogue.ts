import type { Services } from '../../engine/services.ts'
import { catalogueMark } from './current-catalogue.ts'

/** The same on every instance, so that examples work everywhere. */
export const sampleIds = {
  postcard: 'prd_01JGFJJZ00PSTCARDEXAMP0001',
  letter: 'prd_01JGFJJZ00WNDETTEREXAMP002',
  a6: 'psp_01JGFJJZ00PSTCARDA6XAMP001',
  a5: 'psp_01JGFJJZ00PSTCARDA5XAMP002',
  c5: 'psp_01JGFJJZ00WNDETTERC5XAMP03',
} as const

/** Creates the first catalogue; leaves an existing one unchanged. */
export const installCatalogue = async (services: Services): Promise<void> => {
  if ((await services.store.read(catalogueMark)) !== '') return
  // Loaded at the first start only.
  const { beginCatalogue } = await import('./catalogue/first-catalogue.ts')
  await beginCatalogue(services)
}
