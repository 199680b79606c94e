import { withIds } from '../../api/all.ts'
import { answered, api } from '../../api/client.ts'
import { mailingNames } from '../../api/mailing-names.svelte.ts'
import { Resource } from '../../api/resource.svelte.ts'
import { session } from '../../api/session.svelte.ts'
import { nameOf } from '../items/recipient.ts'

/** The subject of an event. */
export interface About {
  itemId: string | null
  postbatchId: string | null
}

const itemNames = async (ids: readonly string[]): Promise<[id: string, name: string][]> => {
  const items = await withIds(ids, (query) => answered(api.GET('/v1/items', { params: { query } })))
  return items.map(({ id, recipient }): [string, string] => [id, nameOf(recipient)])
}

/** Loads names of events' recipients and mailings if permitted. Create it during component initialisation. */
export const createNames = (rows: () => readonly About[]) => {
  const ids = $derived([...new Set(rows().flatMap(({ itemId }) => itemId ?? []))].sort())
  const mailings = $derived(
    [...new Set(rows().flatMap(({ itemId, postbatchId }) => (itemId ? [] : (postbatchId ?? []))))].sort(),
  )
  const names = new Resource(
    () =>
      session.can('items.read') && ids.length + mailings.length > 0 ? `names ${ids} ${mailings}` : undefined,
    async () => new Map([...(await itemNames(ids)), ...(await mailingNames(mailings))]),
  )
  return {
    /** Undefined if there is no subject or its name is unknown. */
    of({ itemId, postbatchId }: About): string | undefined {
      return names.data?.get(itemId ?? postbatchId ?? '')
    },
  }
}
