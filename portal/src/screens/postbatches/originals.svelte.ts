import { allOf } from '../../api/all.ts'
import { ApiProblem, answered, api, type Mode, type Schemas } from '../../api/client.ts'
import { Resource } from '../../api/resource.svelte.ts'
import { session } from '../../api/session.svelte.ts'

/** Lists of a copy's original mailings that have omitted rows, and the number of items not copied. */
export interface Originals {
  untaken: Schemas['Import'][]
  /** Lists with rows left out by the user. */
  leftByHand: Schemas['Import'][]
  /** Number of items not copied, over all copies from the first mailing to this one. */
  leftOutCount: number
}

/** Maximum number of originals followed. */
const maxAgo = 10

/** Returns lists with rows that were not imported. */
export const untakenOf = (imports: readonly Schemas['Import'][]): Schemas['Import'][] =>
  imports.filter(({ dryRun, status, failedCount }) => !dryRun && status === 'COMPLETED' && failedCount > 0)

/** Returns lists with rows left out by the user. */
export const leftByHandOf = (imports: readonly Schemas['Import'][]): Schemas['Import'][] =>
  imports.filter(({ dryRun, leftOutCount }) => !dryRun && leftOutCount > 0)

export const modeOf = ({ isTest }: { isTest: boolean }): Mode => (isTest ? 'test' : 'live')

/** Loads an original in test mode, or in live mode if the API finds it there and the user is in live mode. */
const originalById = async (id: string): Promise<Schemas['Postbatch']> => {
  const read = (mode: Mode) =>
    answered(api.GET('/v1/postbatches/{id}', { params: { path: { id }, header: { 'X-Mode': mode } } }))
  try {
    return await read('test')
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.foundIn !== 'live' || session.mode !== 'live') throw error
    return read('live')
  }
}

const readOriginals = async (copy: NonNullable<Schemas['Postbatch']['copy']>): Promise<Originals> => {
  const found: Originals = { untaken: [], leftByHand: [], leftOutCount: 0 }
  let next: Schemas['Postbatch']['copy'] = copy
  for (let ago = 0; next && ago < maxAgo; ago++) {
    found.leftOutCount += next.leftOutCount
    try {
      const original: Schemas['Postbatch'] = await originalById(next.postbatchId)
      const of = { path: { id: original.id }, header: { 'X-Mode': modeOf(original) } }
      const imports = await allOf((query) =>
        answered(api.GET('/v1/postbatches/{id}/imports', { params: { ...of, query } })),
      )
      found.untaken.push(...untakenOf(imports))
      found.leftByHand.push(...leftByHandOf(imports))
      next = original.copy
    } catch (error) {
      // The original was deleted.
      if (error instanceof ApiProblem && error.status === 404) break
      throw error
    }
  }
  return found
}

/** The originals of a mailing. Create it during component initialisation. */
export const originalsOf = (postbatch: () => Schemas['Postbatch'] | undefined): Resource<Originals> =>
  new Resource(
    () => {
      const copy = postbatch()?.copy
      return copy?.isDone ? `postbatches/${copy.postbatchId}/originals ${copy.leftOutCount}` : undefined
    },
    () => readOriginals(postbatch()!.copy!),
  )
