import { withIds } from './all.ts'
import { answered, api } from './client.ts'
import { Resource } from './resource.svelte.ts'

/** Names a Postflow or a Postbatch: exactly one of the two is set. */
export interface MailingRef {
  postflowId: string | null
  postbatchId: string | null
}

export const idOf = ({ postflowId, postbatchId }: MailingRef): string => postflowId ?? postbatchId ?? ''

const listed = async (path: '/v1/postflows' | '/v1/postbatches', ids: readonly string[]) => {
  const mailings = await withIds<{ id: string; name: string }>(ids, (query) =>
    answered(api.GET(path, { params: { query } })),
  )
  return mailings.map(({ id, name }): [string, string] => [id, name])
}

/** What Postflows and Postbatches are called, by id: one look-up of each kind for all of them. */
export const mailingNames = async (ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const [postbatches, postflows] = [true, false].map((isBatch) =>
    ids.filter((id) => id.startsWith('pbt_') === isBatch),
  )
  const named = await Promise.all([
    listed('/v1/postflows', postflows!),
    listed('/v1/postbatches', postbatches!),
  ])
  return new Map(named.flat())
}

/** The names of those that rows of a screen refer to. Made while a component starts. */
export const mailingsNamed = (refs: () => readonly MailingRef[]) => {
  const ids = $derived([...new Set(refs().map(idOf))].filter(Boolean).sort())
  /** What is named stays so while further rows are looked up. */
  let known: ReadonlyMap<string, string> = new Map()
  const named = new Resource(
    () => (ids.length > 0 ? `mailings ${ids}` : undefined),
    async () => (known = await mailingNames(ids)),
  )
  return {
    /** Undefined where the name is not known, or not yet. */
    of: (ref: MailingRef): string | undefined => (named.data ?? known).get(idOf(ref)),
  }
}
