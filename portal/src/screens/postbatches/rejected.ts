import { answered, api, type Schemas } from '../../api/client.ts'

/** Whether neither settings nor pieces changed since the rejection. */
export const isUnchanged = async ({
  id,
  updatedAt,
  rejection,
}: Pick<Schemas['Postbatch'], 'id' | 'updatedAt' | 'rejection'>): Promise<boolean> => {
  if (!rejection || Date.parse(updatedAt) > Date.parse(rejection.at)) return false
  const query = { limit: 1, 'filter[postbatchId]': id, 'filter[updatedAt][gt]': rejection.at }
  return (await answered(api.GET('/v1/items', { params: { query } }))).data.length === 0
}
