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
export const waitMs = 20 * secondMs
/** How long a list is kept that a request could not wait for. */
export const keptMs = minuteMs
const retrySeconds = 10

interface Waiting {
  since: number
  timeOut(): void
}

/** A pass that runs or waits for its turn. */
interface UnderWay {
  /** When it was first requested, in ms on the clock of its items: later changes may be missing from its list. */
  asOf: number
  found: Promise<Found>
  waiting: Set<Waiting>
  /** Whether a request has stopped waiting for it, so that its list is kept. */
  isLate: boolean
}

interface Kept extends Pick<UnderWay, 'asOf'> {
  found: Found
  at: number
}

/**
 * Passes over all items, each of which takes seconds and megabytes: those of an organisation take turns, and requests
 * for the same list share one. A request that has waited for long is told to try again later; the pass goes on, and
 * its list is kept for a while.
 */
class Passes {
  readonly #underWay = new Map<string, Map<string, UnderWay>>()
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
    const own = this.#underWay.get(organisationId) ?? new Map<string, UnderWay>()
    const same = own.get(list)
    if (same) return this.#inTime(same)
    const limit = itemLimits.salutationLists
    if (own.size >= limit) throw tryLater(postbatchProblems.say('rate_limited.salutations', { limit }))
    const begin = () => pass(() => this.#timeOutWaiting(organisationId))
    const found = ([...own.values()].at(-1)?.found ?? Promise.resolve()).then(begin, begin)
    const underWay: UnderWay = { asOf, found, waiting: new Set(), isLate: false }
    this.#underWay.set(organisationId, own.set(list, underWay))
    const forget = () => {
      own.delete(list)
      if (own.size === 0) this.#underWay.delete(organisationId)
    }
    found.then((all) => {
      forget()
      if (underWay.isLate) this.#keep(list, { found: all, asOf, at: this.#now() })
    }, forget)
    return this.#inTime(underWay)
  }

  /** The list, or 429 once the request has waited for long. */
  #inTime(underWay: UnderWay): Promise<Found> {
    const { promise, resolve, reject } = Promise.withResolvers<Found>()
    const waiting: Waiting = {
      since: this.#now(),
      timeOut: () => {
        underWay.waiting.delete(waiting)
        underWay.isLate = true
        reject(
          tryLater(postbatchProblems.say('rate_limited.salutations_under_way', { seconds: retrySeconds })),
        )
      },
    }
    underWay.waiting.add(waiting)
    underWay.found.then(resolve, reject)
    return promise
  }

  /** Ends the requests of an organisation that have waited for long, also for passes that have not begun. */
  #timeOutWaiting(organisationId: string): void {
    const now = this.#now()
    for (const { waiting } of this.#underWay.get(organisationId)?.values() ?? [])
      for (const one of waiting) if (Math.abs(now - one.since) >= waitMs) one.timeOut()
  }

  #keep(list: string, kept: Kept): void {
    this.#kept.delete(list)
    this.#kept.set(list, kept)
    // Lists of any organisation: each takes megabytes.
    if (this.#kept.size > itemLimits.salutationLists) this.#kept.delete([...this.#kept.keys()][0]!)
  }
}

const tryLater = (said: Parameters<typeof problem>[0]) =>
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
