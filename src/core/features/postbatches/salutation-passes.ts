import type { Services } from '../../engine/services.ts'
import { problem } from '../../kernel/errors.ts'
import { itemLimits } from '../../model/item-limits.ts'
import type { PostbatchRow } from '../../model/postbatches.ts'
import type { SalutationPage } from './salutations-schema.ts'
import { postbatchProblems } from './sentences.ts'

/** All salutations that a pass over the items of a Postbatch found. */
export type Found = Pick<SalutationPage, 'data' | 'unlistedItemCount' | 'isComposed'>

/**
 * Passes over all items, each of which takes seconds and megabytes: those of an organisation take turns, and requests
 * for the same list share one.
 */
class Passes {
  readonly #underWay = new Map<string, Map<string, Promise<Found>>>()

  ask(organisationId: string, list: string, pass: () => Promise<Found>): Promise<Found> {
    const own = this.#underWay.get(organisationId) ?? new Map<string, Promise<Found>>()
    const same = own.get(list)
    if (same) return same
    const limit = itemLimits.salutationLists
    if (own.size >= limit) {
      throw problem(postbatchProblems.say('rate_limited.salutations', { limit }), {
        headers: { 'Retry-After': '10' },
      })
    }
    const asked = ([...own.values()].at(-1) ?? Promise.resolve()).then(pass, pass)
    this.#underWay.set(organisationId, own.set(list, asked))
    const forget = () => {
      own.delete(list)
      if (own.size === 0) this.#underWay.delete(organisationId)
    }
    asked.then(forget, forget)
    return asked
  }
}

const passes = new WeakMap<Services, Passes>()

/** What a pass finds that begins now, or that was asked for since the Postbatch last changed. */
export const foundBy = (
  services: Services,
  { organisationId, id, revision }: PostbatchRow,
  search: string,
  pass: () => Promise<Found>,
): Promise<Found> => {
  const all = passes.get(services) ?? new Passes()
  passes.set(services, all)
  return all.ask(organisationId, `${id}|${revision}|${search}`, pass)
}
