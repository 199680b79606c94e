import { answered, api, type Schemas } from '../../../api/client.ts'
import { session } from '../../../api/session.svelte.ts'
import { sampleItem } from '../../postflows/sample.ts'

type Key = Pick<Schemas['ApiKey'], 'id' | 'mode' | 'scopes'>
export type SampleItem = ReturnType<typeof sampleItem>

/**
 * Returns an item that the key can create, for the newest active Postflow. Null if there is none, the key may
 * not create items, or it is a live key: a copied command must not send real mail.
 */
export const fetchSampleItem = async ({ mode, scopes }: Key): Promise<SampleItem | null> => {
  if (mode === 'live' || !scopes.includes('items.write') || !session.can('items.read')) return null
  const header = { 'X-Mode': mode }
  const query = { limit: 1, 'filter[status]': 'ACTIVE' } as const
  const { data } = await answered(api.GET('/v1/postflows', { params: { query, header } }))
  const [postflow] = data
  if (!postflow) return null
  const params = { path: { id: postflow.id }, header }
  return sampleItem(postflow.id, await answered(api.GET('/v1/postflows/{id}/fields', { params })))
}

/** Returns the latest request of a key in the log of the last 7 days; null if there is none. */
export const fetchLastRequest = async ({
  id,
  mode,
}: Pick<Key, 'id' | 'mode'>): Promise<Schemas['RequestLogEntry'] | null> => {
  const params = { query: { limit: 1, 'filter[callerId]': id }, header: { 'X-Mode': mode } }
  return (await answered(api.GET('/v1/developers/requests', { params }))).data[0] ?? null
}

/** A command that only reads who the key belongs to. */
export const whoamiCommand = (key: string): string =>
  `curl ${location.origin}/v1/developers/whoami -H "Authorization: Bearer ${key}"`
