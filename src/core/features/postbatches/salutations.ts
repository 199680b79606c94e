import { foldName } from '../../address/fold.ts'
import type { Salutation } from '../../address/salutation/salutation.ts'
import type { ProcessContext } from '../../engine/context.ts'
import type { Services } from '../../engine/services.ts'
import { problem } from '../../kernel/errors.ts'
import { chunksById, gte, slices, type Test } from '../../kernel/query.ts'
import { minuteMs, secondMs } from '../../kernel/time.ts'
import { itemLimits } from '../../model/item-limits.ts'
import type { ItemRow } from '../../model/items.ts'
import type { PostbatchRow, SalutationCorrection } from '../../model/postbatches.ts'
import type { Turns } from '../../ports/system.ts'
import type { TemplateDocument } from '../../template/document.ts'
import { itemsPerChunk } from '../items/chunks.ts'
import { composeSalutation, mergeFieldsOf } from '../items/salutation.ts'
import { compiledTemplate } from '../templates/compiled.ts'
import type { SalutationPage, SalutationQuery } from './schema.ts'
import { postbatchProblems } from './sentences.ts'
import { unapproved } from './validate.ts'

/** Values sorted or merged without yielding. */
const atOnce = 250

type Compare<T> = (one: T, other: T) => number

/** Sorts like `toSorted`, but yields in between: a long list would block the event loop. */
export const sortedInTurns = async <T>(
  values: readonly T[],
  compare: Compare<T>,
  turns: Turns,
): Promise<T[]> => {
  let runs: T[][] = []
  for (const slice of slices(values, atOnce)) {
    await turns.rest()
    runs.push(slice.toSorted(compare))
  }
  while (runs.length > 1) {
    const merged: T[][] = []
    for (const [one = [], other = []] of slices(runs, 2)) merged.push(await merge(one, other, compare, turns))
    runs = merged
  }
  return runs[0] ?? []
}

const merge = async <T>(
  one: readonly T[],
  other: readonly T[],
  compare: Compare<T>,
  turns: Turns,
): Promise<T[]> => {
  const merged: T[] = []
  let [at, otherAt] = [0, 0]
  while (at < one.length && otherAt < other.length) {
    if (merged.length % atOnce === 0) await turns.rest()
    merged.push(compare(one[at]!, other[otherAt]!) <= 0 ? one[at++]! : other[otherAt++]!)
  }
  return merged.concat(one.slice(at), other.slice(otherAt))
}

/** All salutations found in the items of a Postbatch. */
type Found = Pick<SalutationPage, 'data' | 'unlistedItemCount' | 'isComposed'>

/** Computes a list; calls `onProgress` between chunks. */
type Pass = (onProgress: () => void) => Promise<Found>

/** How long a request waits for its list: proxies close connections that are silent for a minute. */
export const waitMs = 20 * secondMs
/** How long a list is kept after a request timed out. */
export const keptMs = minuteMs
const retrySeconds = 10

interface Waiting {
  since: number
  timeOut(): void
}

/** A running or queued pass. */
interface RunningPass {
  /** When it was first requested, in ms on the clock of its items: later changes may be missing. */
  asOf: number
  found: Promise<Found>
  waiting: Set<Waiting>
  /** Whether a request timed out, so that the list is kept. */
  isLate: boolean
}

interface Kept extends Pick<RunningPass, 'asOf'> {
  found: Found
  at: number
}

/**
 * Passes over all items, each of which takes seconds and megabytes: an organisation's passes run one at a
 * time, and requests for the same list share one. A request that times out must be repeated later; the pass
 * continues, and its list is kept for a while.
 */
class Passes {
  readonly #running = new Map<string, Map<string, RunningPass>>()
  readonly #kept = new Map<string, Kept>()
  readonly #now: () => number

  constructor({ clock }: Services) {
    this.#now = () => clock.now()
  }

  /** Returns the list if it is kept. */
  kept(list: string): Kept | undefined {
    const kept = this.#kept.get(list)
    if (kept && Math.abs(this.#now() - kept.at) < keptMs) return kept
    this.#kept.delete(list)
    return undefined
  }

  request(organisationId: string, list: string, asOf: number, pass: Pass): Promise<Found> {
    const own = this.#running.get(organisationId) ?? new Map<string, RunningPass>()
    const same = own.get(list)
    if (same) return this.#inTime(same)
    const limit = itemLimits.salutationLists
    if (own.size >= limit) throw tryLater(postbatchProblems.sentence('rate_limited.salutations', { limit }))
    const begin = () => pass(() => this.#timeOutWaiting(organisationId))
    const found = ([...own.values()].at(-1)?.found ?? Promise.resolve()).then(begin, begin)
    const running: RunningPass = { asOf, found, waiting: new Set(), isLate: false }
    this.#running.set(organisationId, own.set(list, running))
    const forget = () => {
      own.delete(list)
      if (own.size === 0) this.#running.delete(organisationId)
    }
    found.then((all) => {
      forget()
      if (running.isLate) this.#keep(list, { found: all, asOf, at: this.#now() })
    }, forget)
    return this.#inTime(running)
  }

  /** Returns the list, or throws 429 on time-out. */
  #inTime(running: RunningPass): Promise<Found> {
    const { promise, resolve, reject } = Promise.withResolvers<Found>()
    const waiting: Waiting = {
      since: this.#now(),
      timeOut: () => {
        running.waiting.delete(waiting)
        running.isLate = true
        reject(
          tryLater(
            postbatchProblems.sentence('rate_limited.salutations_under_way', { seconds: retrySeconds }),
          ),
        )
      },
    }
    running.waiting.add(waiting)
    running.found.then(resolve, reject)
    return promise
  }

  /** Times out an organisation's requests, including those for queued passes. */
  #timeOutWaiting(organisationId: string): void {
    const now = this.#now()
    for (const { waiting } of this.#running.get(organisationId)?.values() ?? [])
      for (const one of waiting) if (Math.abs(now - one.since) >= waitMs) one.timeOut()
  }

  #keep(list: string, kept: Kept): void {
    this.#kept.delete(list)
    this.#kept.set(list, kept)
    // Lists of all organisations: each takes megabytes.
    if (this.#kept.size > itemLimits.salutationLists) this.#kept.delete([...this.#kept.keys()][0]!)
  }
}

const tryLater = (sentence: Parameters<typeof problem>[0]) =>
  problem(sentence, { headers: { 'Retry-After': String(retrySeconds) } })

const passes = new WeakMap<Services, Passes>()

/**
 * Returns the result of a new pass, of one requested since the Postbatch last changed, or of one that just
 * ended and is still current. `now` in ms on the clock of the items. Throws 429 on time-out.
 */
const foundBy = async (
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
  return all.request(postbatch.organisationId, list, now, pass)
}

/** Whether an item of the Postbatch was written at `since` (ms) or later. */
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

/** Returns an item's salutation as lists and corrections name it. */
export const salutationName = (item: ItemRow, document: TemplateDocument): string =>
  shortened(composeSalutation(item, document).text)

/** Copies the text, because a slice would keep the whole text in memory. */
const shortened = (text: string): string => {
  const { salutationLength: most } = itemLimits
  return (text.length <= most ? text : [...text.slice(0, most)].join('')).toWellFormed()
}

/** Returns the template document; undefined if it prints no composed salutation. */
export const salutationDocument = async (
  services: Services,
  postbatch: PostbatchRow,
): Promise<TemplateDocument | undefined> => {
  const { document } = await compiledTemplate(services, postbatch, postbatch.templateVersionId)
  return mergeFieldsOf(document).printsSalutation ? document : undefined
}

/** Yields items that may still be sent, after `from`, in chunks. */
export const unapprovedItems = (
  { store }: Pick<Services, 'store'>,
  { id, organisationId }: Pick<PostbatchRow, 'id' | 'organisationId'>,
  from = '',
): AsyncGenerator<ItemRow[]> => {
  const found = (after: Test<string>, limit: number) =>
    store.read((rows) => rows.items.find({ organisationId }, [unapproved(id), { id: after }], { limit }))
  return chunksById(itemsPerChunk, found, { from })
}

type Listed = SalutationPage['data'][number]

/** Counts salutations by text. */
export class SalutationCount {
  readonly #found = new Map<string, Listed>()
  readonly #sought: string
  /** Items whose salutation is not listed, because the limit is reached. */
  unlistedItemCount = 0

  constructor(search = '') {
    this.#sought = foldName(search)
  }

  add(
    { id: itemId, recipientName }: Pick<ItemRow, 'id' | 'recipientName'>,
    { text, doubts }: Salutation,
  ): void {
    const salutation = shortened(text)
    const isDoubtful = doubts.length > 0
    const known = this.#found.get(salutation)
    if (known) {
      known.itemCount++
      known.isDoubtful ||= isDoubtful
    } else if (!foldName(salutation).includes(this.#sought)) return
    else if (this.#found.size >= itemLimits.countedSalutations) this.unlistedItemCount++
    else
      this.#found.set(salutation, {
        ...{ salutation, itemCount: 1, isDoubtful, correction: null },
        ...{ itemId, recipientName },
      })
  }

  /** Lists doubtful salutations first, then by frequency. */
  listed(corrections: readonly SalutationCorrection[], turns: Turns): Promise<Listed[]> {
    for (const { salutation, corrected } of corrections) {
      const found = this.#found.get(salutation)
      if (found) found.correction = corrected
    }
    return sortedInTurns(
      [...this.#found.values()],
      (one, other) =>
        Number(other.isDoubtful) - Number(one.isDoubtful) ||
        other.itemCount - one.itemCount ||
        (one.salutation < other.salutation ? -1 : 1),
      turns,
    )
  }
}

/** Finds the distinct salutations of a Postbatch, composed from all its items. */
const findSalutations = async (
  services: Services,
  postbatch: PostbatchRow,
  search: string,
  onProgress: () => void,
): Promise<Found> => {
  const document = await salutationDocument(services, postbatch)
  const count = new SalutationCount(search)
  if (document) {
    for await (const items of unapprovedItems(services, postbatch)) {
      onProgress()
      for (const item of items) {
        await services.turns.rest()
        count.add(item, composeSalutation(item, document))
      }
    }
  }
  return {
    data: await count.listed(postbatch.salutationCorrections ?? [], services.turns),
    unlistedItemCount: count.unlistedItemCount,
    isComposed: document !== undefined,
  }
}

/** Returns a page of the salutations of a Postbatch. */
export const salutationsOf = async (
  context: Pick<ProcessContext, 'services' | 'now'>,
  postbatch: PostbatchRow,
  { search = '', offset = 0, limit = 50 }: SalutationQuery,
): Promise<SalutationPage> => {
  const { data, ...rest } = await foundBy(context, postbatch, search, (onProgress) =>
    findSalutations(context.services, postbatch, search, onProgress),
  )
  return {
    ...rest,
    data: data.slice(offset, offset + limit),
    totalCount: data.length,
    hasMore: data.length > offset + limit,
    isCorrecting: postbatch.salutationCorrections !== null,
  }
}
