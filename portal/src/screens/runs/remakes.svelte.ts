import { answered, api, type Schemas } from '../../api/client.ts'
import { Resource } from '../../api/resource.svelte.ts'
import { session } from '../../api/session.svelte.ts'

export type Remake = Schemas['RunRemake']

/**
 * Loads the remakes of a run for users who manage runs; nothing while `run` returns undefined. A changed
 * `key` reloads them. Create it during component initialisation.
 */
export const remakesOf = (run: () => { id: string; key?: string } | undefined): Resource<Remake[]> =>
  new Resource(
    () => {
      const current = session.can('runs.manage') ? run() : undefined
      return current && `runs/${current.id}/remakes ${current.key ?? ''}`
    },
    async () =>
      (await answered(api.GET('/v1/runs/{id}/remakes', { params: { path: { id: run()!.id } } }))).data,
  )

/** Returns the remakes of each piece by number, except failed ones. */
export const remakesByPiece = (remakes: readonly Remake[]): ReadonlyMap<number, Remake[]> => {
  const byPiece = new Map<number, Remake[]>()
  for (const remake of remakes) {
    if (remake.status === 'FAILED') continue
    for (const piece of remake.sequences) byPiece.set(piece, [...(byPiece.get(piece) ?? []), remake])
  }
  return byPiece
}
