import { answered, api, type Schemas } from '../../api/client.ts'
import { save } from '../../api/files.ts'
import { modeOf } from './originals.svelte.ts'
import { w } from './words.ts'

/** Saves the bad rows of a list with what is wrong, to be mended in a program of one's own. */
export const saveErrors = async ({ id, postbatchId, isTest }: Schemas['Import']): Promise<void> => {
  const params = { path: { id: postbatchId, importId: id }, header: { 'X-Mode': modeOf({ isTest }) } }
  const file = await answered(
    api.GET('/v1/postbatches/{id}/imports/{importId}/errors.csv', { params, parseAs: 'blob' }),
  )
  save(file as unknown as Blob, w().errorsFile)
}
