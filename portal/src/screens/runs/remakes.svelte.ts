import { answered, api, type Schemas } from '../../api/client.ts'
import { Resource } from '../../api/resource.svelte.ts'
import { session } from '../../api/session.svelte.ts'

export type Remake = Schemas['RunRemake']

/**
 * What was printed again of a run, for whoever manages runs. `key` says of which run, and may say more that makes
 * the answer old; undefined of a run that can have none. Made while a component starts.
 */
export const remakesOf = (run: () => { id: string; key?: string } | undefined): Resource<Remake[]> =>
  new Resource(
    () => {
      const asked = session.can('runs.manage') ? run() : undefined
      return asked && `runs/${asked.id}/remakes ${asked.key ?? ''}`
    },
    async () =>
      (await answered(api.GET('/v1/runs/{id}/remakes', { params: { path: { id: run()!.id } } }))).data,
  )

/** Which remakes hold each piece, by its number; what failed was not printed. */
export const remakesByPiece = (remakes: readonly Remake[]): ReadonlyMap<number, Remake[]> => {
  const byPiece = new Map<number, Remake[]>()
  for (const remake of remakes) {
    if (remake.status === 'FAILED') continue
    for (const piece of remake.sequences) byPiece.set(piece, [...(byPiece.get(piece) ?? []), remake])
  }
  return byPiece
}
