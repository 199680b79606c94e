import type { ProcessContext } from '../../engine/context.ts'
import type { Services } from '../../engine/services.ts'
import { problem } from '../../kernel/errors.ts'
import { gte } from '../../kernel/query.ts'
import { minuteMs, secondMs } from '../../kernel/time.ts'
import { itemLimits } from '../../model/item-limits.ts'
import type { PostbatchRow } from '../../model/postbatches.ts'
import type { SalutationPage } from './salutations-schema.ts'
import { postbatchProblems } from './sentences.ts'

/** All salutations that a pass over the items of a Postbatch found. */
export type Found = Pick<SalutationPage, 'data' | 'unlistedItemCount' | 'isComposed'>

/** Makes a list; calls `onProgress` between its chunks. */
type Pass = (onProgress: () => void) => Promise<Found>

/** How long a request waits for its list: proxies end connections that are silent for a minute. */
const waitMs = 20 * secondMs
/** How long a list is kept that a request could not wait for. */
const keptMs = minuteMs
const retrySeconds = 10

interface Waiting {
  since: number
  giveUp(): void
}

interface Kept {
  found: Found
  /** When its pass was asked for, in ms on the clock of its items. */
  asOf: number
  at: number
}

/**
 * Passes over all items, each of which takes seconds and megabytes: those of an organisation take turns, and requests
 * for the same list share one. A request that has waited for long is told to come again; the pass goes on, and its
 * list is kept for a while.
 */
class Passes {
  readonly #underWay = new Map<string, Map<string, Promise<Found>>>()
  readonly #waiting = new Map<string, Set<Waiting>>()
  readonly #kept = new Map<string, Kept>()
  readonly #now: () => number

  constructor({ clock }: Services) {
    this.#now = () => clock.now()
  }

  /** The list where one is kept. */
  kept(list: string): Kept | undefined {
    const kept = this.#kept.get(list)
    if (kept && Math.abs(this.#now() - kept.at) < keptMs) return kept
    this.#kept.delete(list)
    return undefined
  }

  ask(organisationId: string, list: string, asOf: number, pass: Pass): Promise<Found> {
    const own = this.#underWay.get(organisationId) ?? new Map<string, Promise<Found>>()
    const same = own.get(list)
    if (same) return this.#inTime(organisationId, list, asOf, same)
    const limit = itemLimits.salutationLists
    if (own.size >= limit) throw comeAgain(postbatchProblems.say('rate_limited.salutations', { limit }))
    const begin = () => pass(() => this.#tellWaiting(organisationId))
    const asked = ([...own.values()].at(-1) ?? Promise.resolve()).then(begin, begin)
    this.#underWay.set(organisationId, own.set(list, asked))
    const forget = () => {
      own.delete(list)
      if (own.size === 0) this.#underWay.delete(organisationId)
    }
    asked.then(forget, forget)
    return this.#inTime(organisationId, list, asOf, asked)
  }

  /** The list, or 429 once the request has waited for long. */
  #inTime(organisationId: string, list: string, asOf: number, asked: Promise<Found>): Promise<Found> {
    const all = this.#waiting.get(organisationId) ?? new Set<Waiting>()
    this.#waiting.set(organisationId, all)
    const { promise, resolve, reject } = Promise.withResolvers<Found>()
    const waiting: Waiting = {
      since: this.#now(),
      giveUp: () => {
        all.delete(waiting)
        reject(
          comeAgain(postbatchProblems.say('rate_limited.salutations_under_way', { seconds: retrySeconds })),
        )
        asked.then(
          (found) => this.#keep(list, { found, asOf, at: this.#now() }),
          () => {},
        )
      },
    }
    all.add(waiting)
    const done = () => {
      all.delete(waiting)
      if (all.size === 0) this.#waiting.delete(organisationId)
    }
    asked.then(resolve, reject).finally(done)
    return promise
  }

  #tellWaiting(organisationId: string): void {
    const now = this.#now()
    for (const waiting of [...(this.#waiting.get(organisationId) ?? [])]) {
      if (Math.abs(now - waiting.since) >= waitMs) waiting.giveUp()
    }
  }

  #keep(list: string, kept: Kept): void {
    this.#kept.delete(list)
    this.#kept.set(list, kept)
    // Lists of any organisation: each takes megabytes.
    if (this.#kept.size > itemLimits.salutationLists) this.#kept.delete([...this.#kept.keys()][0]!)
  }
}

const comeAgain = (said: Parameters<typeof problem>[0]) =>
  problem(said, { headers: { 'Retry-After': String(retrySeconds) } })

const passes = new WeakMap<Services, Passes>()

/**
 * What a pass finds that begins now, that was asked for since the Postbatch last changed, or that ended a moment ago
 * and is still right. `now` is in ms on the clock of the items. Throws 429 where that takes long.
 */
export const foundBy = async (
  { services, now }: Pick<ProcessContext, 'services' | 'now'>,
  postbatch: PostbatchRow,
  search: string,
  pass: Pass,
): Promise<Found> => {
  const all = passes.get(services) ?? new Passes(services)
  passes.set(services, all)
  const list = `${postbatch.id}|${postbatch.revision}|${search}`
  const kept = all.kept(list)
  if (kept && !(await hasChanged(services, postbatch, kept.asOf))) return kept.found
  return all.ask(postbatch.organisationId, list, now, pass)
}

/** Whether one of its items was written since. */
const hasChanged = async (
  { store }: Services,
  { organisationId, mode, id }: PostbatchRow,
  since: number,
): Promise<boolean> => {
  const written = await store.read((rows) =>
    rows.items.find(
      { organisationId, mode },
      { postbatchId: id, updatedAt: gte(since) },
      {
        order: [{ field: 'updatedAt' }],
        limit: 1,
      },
    ),
  )
  return written.length > 0
}
