import { answered, api } from '../../api/client.ts'
import { Resource } from '../../api/resource.svelte.ts'
import { session } from '../../api/session.svelte.ts'
import { nameOf } from '../items/recipient.ts'

/** What an event of a list is about. */
export interface About {
  itemId: string | null
  postbatchId: string | null
}

/** The most ids that one request asks for. */
const most = 100
const chunksOf = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / most) }, (_, index) =>
    ids.slice(index * most, (index + 1) * most),
  )

const itemNames = async (ids: readonly string[]): Promise<[id: string, name: string][]> => {
  const pages = await Promise.all(
    chunksOf(ids).map((chunk) => {
      const query = { limit: most, 'filter[id][in]': chunk.join(',') }
      return answered(api.GET('/v1/items', { params: { query } }))
    }),
  )
  return pages.flatMap(({ data }) =>
    data.map(({ id, recipient }): [string, string] => [id, nameOf(recipient)]),
  )
}
const postbatchNames = async (): Promise<[id: string, name: string][]> => {
  const { data } = await answered(api.GET('/v1/postbatches', { params: { query: { limit: 200 } } }))
  return data.map(({ id, name }): [string, string] => [id, name])
}

/**
 * Whose items and which mailings the events of a list are about, by name, as far as this person may know. Made
 * while a component starts.
 */
export const createNames = (rows: () => readonly About[]) => {
  const ids = $derived([...new Set(rows().flatMap(({ itemId }) => itemId ?? []))].sort())
  const asksMailings = $derived(rows().some(({ itemId, postbatchId }) => !itemId && postbatchId))
  const names = new Resource(
    () =>
      session.can('items.read') && (ids.length > 0 || asksMailings)
        ? `names ${asksMailings} ${ids}`
        : undefined,
    async () => new Map([...(await itemNames(ids)), ...(asksMailings ? await postbatchNames() : [])]),
  )
  return {
    /** Undefined where it is about neither, or the name is not known here. */
    of({ itemId, postbatchId }: About): string | undefined {
      return names.data?.get(itemId ?? postbatchId ?? '')
    },
  }
}
