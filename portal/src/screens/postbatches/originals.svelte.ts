import { allOf } from '../../api/all.ts'
import { ApiProblem, answered, api, type Mode, type Schemas } from '../../api/client.ts'
import { Resource } from '../../api/resource.svelte.ts'
import { session } from '../../api/session.svelte.ts'

/** What a mailing was made from, with the lists of which rows were not taken in. */
export interface Originals {
  untaken: Schemas['Import'][]
  /** The lists of which rows were left out by hand. */
  leftByHand: Schemas['Import'][]
  /** Items that were not copied on the way, of all copies that lie between the first mailing and this one. */
  leftOutCount: number
}

/** A copy of a copy of … : further back nobody looks. */
const mostAgo = 10

/** The lists of a mailing of which rows are not in it. */
export const untakenOf = (imports: readonly Schemas['Import'][]): Schemas['Import'][] =>
  imports.filter(({ dryRun, status, failedCount }) => !dryRun && status === 'COMPLETED' && failedCount > 0)

/** The lists of a mailing of which rows were left out by hand. */
export const leftByHandOf = (imports: readonly Schemas['Import'][]): Schemas['Import'][] =>
  imports.filter(({ dryRun, leftOutCount }) => !dryRun && leftOutCount > 0)

export const modeOf = ({ isTest }: { isTest: boolean }): Mode => (isTest ? 'test' : 'live')

/** Most copies were tried in test mode; the other mode says so itself. */
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

const lookBack = async (copy: NonNullable<Schemas['Postbatch']['copy']>): Promise<Originals> => {
  const found: Originals = { untaken: [], leftByHand: [], leftOutCount: 0 }
  let next: Schemas['Postbatch']['copy'] = copy
  for (let ago = 0; next && ago < mostAgo; ago++) {
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
      // An original that was deleted since says nothing any more.
      if (error instanceof ApiProblem && error.status === 404) break
      throw error
    }
  }
  return found
}

/** What is known of the mailings that this one was made from. Made while a component starts. */
export const originalsOf = (postbatch: () => Schemas['Postbatch'] | undefined): Resource<Originals> =>
  new Resource(
    () => {
      const copy = postbatch()?.copy
      return copy?.isDone ? `postbatches/${copy.postbatchId}/originals ${copy.leftOutCount}` : undefined
    },
    () => lookBack(postbatch()!.copy!),
  )
