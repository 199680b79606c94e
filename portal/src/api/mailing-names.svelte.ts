import { withIds } from './all.ts'
import { answered, api } from './client.ts'
import { Resource } from './resource.svelte.ts'

/** A reference to a Postflow or a Postbatch; exactly one id is set. */
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

/** Returns the names of Postflows and Postbatches by id, with one request for each kind. */
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

/** Names of the mailings that rows of a screen refer to. Create it during component initialisation. */
export const mailingsNamed = (refs: () => readonly MailingRef[]) => {
  const ids = $derived([...new Set(refs().map(idOf))].filter(Boolean).sort())
  /** The latest names, which stay visible while those of further rows are looked up. */
  let known: ReadonlyMap<string, string> = new Map()
  const named = new Resource(
    () => (ids.length > 0 ? `mailings ${ids}` : undefined),
    async () => (known = await mailingNames(ids)),
  )
  return {
    /** Undefined if the name is unknown or still loading. */
    of: (ref: MailingRef): string | undefined => (named.data ?? known).get(idOf(ref)),
  }
}
