import { words as w } from 'words:postbatches'
import { answered, api, newIntention, type Schemas } from '../../api/client.ts'
import { Resource } from '../../api/resource.svelte.ts'
import { Action } from '../../shell/action.svelte.ts'
import { notices } from '../../shell/notices.svelte.ts'
import { maxAtOnce, readBadRows } from './bad-rows.ts'
import { Corrections } from './corrections.svelte.ts'
import type { Mailing } from './mailing.svelte.ts'
import { sameReading } from './questions.ts'
import { isTakenOver } from './row-problems.ts'

type List = Schemas['Import']

/** A corrected row whose postal code belongs to another city in the rest of the list. */
export interface Doubt {
  row: number
  code: string
  city: string
}

/** Checks corrected rows of a list, and imports the others. Create it during component initialisation. */
export class Checking {
  readonly action = new Action()
  readonly corrections: Corrections
  /** Corrected rows in doubt, shown before the check; checking again confirms them. */
  doubts = $state.raw<Doubt[]>([])
  readonly #list: () => List
  readonly #mailing: () => Mailing
  readonly #bad: Resource<Awaited<ReturnType<typeof readBadRows>>>

  constructor(mailing: () => Mailing, list: () => List) {
    this.#mailing = mailing
    this.#list = list
    this.corrections = new Corrections(() => `${list().postbatchId} ${list().uploadId} ${list().sheet ?? ''}`)
    this.#bad = new Resource(
      () => `imports/${list().id}/bad-rows ${list().revision}`,
      () => readBadRows(this.#fetch),
    )
  }

  readonly #path = $derived.by(() => ({ id: this.#list().postbatchId, importId: this.#list().id }))
  readonly #fetch = (cursor?: string) => {
    const params = { path: this.#path, query: { limit: maxAtOnce, cursor } }
    return answered(api.GET('/v1/postbatches/{id}/imports/{importId}/bad-rows', { params }))
  }
  readonly isLoaded = $derived.by(() => this.#bad.data !== undefined || this.#bad.problem !== undefined)
  /** Rows to correct. */
  readonly rows = $derived.by(() => this.#bad.data?.toFix.slice(0, maxAtOnce) ?? [])
  /** Duplicates, which need no correction but can be listed. */
  readonly twice = $derived.by(() => this.#bad.data?.twice.slice(0, maxAtOnce) ?? [])
  /** Rows edited since the last check. */
  readonly typed = $derived.by(() =>
    [...this.rows, ...this.twice].filter(({ row }) => this.corrections.edits[row]).map(({ row }) => row),
  )
  /** True while rows that a dry run found good wait to be imported after the list. */
  readonly isImportingFixed = $derived.by(() => !this.#list().dryRun && this.corrections.good.length > 0)

  async #changed(): Promise<void> {
    this.#mailing().isPriced = true
    await this.#mailing().refresh()
  }

  /** Reloads the bad rows, records edited rows that are good, and returns the numbers of bad rows. */
  async #judge(): Promise<Set<number>> {
    const { corrections } = this
    const answer = await readBadRows(this.#fetch)
    this.#bad.set(answer)
    const stillBad = [...answer.toFix, ...answer.twice].filter((row) => !isTakenOver(row))
    const isBad = new Set(stillBad.map(({ row }) => row))
    const good = Object.keys(corrections.edits)
      .map(Number)
      .filter((row) => row <= answer.last && !isBad.has(row))
    // A dry run creates nothing, so the edits are kept and sent again after the import.
    if (this.#list().dryRun) corrections.noteGood(good)
    else corrections.forget(good)
    return isBad
  }

  async #send(numbers: readonly number[]): Promise<void> {
    const { edits, confirmed, forms, repeats } = this.corrections
    const params = { path: this.#path, header: { 'Idempotency-Key': newIntention() } }
    const rows = numbers.map((row) => ({
      row,
      cells: edits[row]!,
      asGiven: confirmed.includes(row),
      ...(forms.includes(row) ? { withFormOfAddress: true } : {}),
      repeat: repeats[row],
    }))
    await answered(api.POST('/v1/postbatches/{id}/imports/{importId}/mend', { params, body: { rows } }))
  }

  /** Sends corrected rows. If that fails, reloads the list: a colleague may have corrected some of them. */
  async #sendAll(numbers: readonly number[]): Promise<void> {
    try {
      for (let from = 0; from < numbers.length; from += maxAtOnce)
        await this.#send(numbers.slice(from, from + maxAtOnce))
    } catch (error) {
      void this.#bad.reload()
      throw error
    }
  }

  /** Imports the list without its bad rows. */
  readonly importRest = () =>
    this.action.run(async () => {
      // After a lost answer, the server still knows the result of the check.
      if (Object.keys(this.corrections.edits).length > 0) await this.#judge()
      const { uploadId, mapping, answers, postbatchId } = this.#list()
      const body = { uploadId, mapping: mapping!, answers, ...sameReading(this.#list()) }
      const params = { path: { id: postbatchId }, header: { 'Idempotency-Key': newIntention() } }
      await answered(api.POST('/v1/postbatches/{id}/imports', { params, body }))
      this.#mailing().isDecided = true
      await this.#changed()
    })

  /** Checks the edited rows, unless `inDoubt` finds some that the user has not seen yet. */
  readonly recheck = (inDoubt: () => Promise<Doubt[]>) =>
    this.action.run(async () => {
      const known = new Set(this.doubts.map((one) => JSON.stringify(one)))
      this.doubts = await inDoubt()
      if (this.doubts.some((one) => !known.has(JSON.stringify(one)))) return
      this.doubts = []
      const sent = this.typed
      const isEmpty = (row: number) => this.corrections.edits[row]!.every((cell) => cell === '')
      const left = new Set(sent.filter(isEmpty))
      await this.#sendAll(sent)
      const isBad = await this.#judge()
      const still = sent.filter((row) => isBad.has(row)).length
      const good = sent.filter((row) => !isBad.has(row) && !left.has(row)).length
      notices.show(outcomeOf(good, left.size, still))
      await this.#changed()
    })

  /** Imports rows that were corrected and found good before the list was imported. */
  readonly importFixed = () =>
    this.action.run(async () => {
      const { corrections } = this
      const waiting = new Set(corrections.good)
      let refused = 0
      let cursor: string | undefined
      do {
        const { data, nextCursor } = await this.#fetch(cursor)
        const numbers = data.map(({ row }) => row).filter((row) => waiting.has(row) && corrections.edits[row])
        if (numbers.length > 0) {
          await this.#send(numbers)
          const still = await this.#fetch(cursor)
          refused += still.data.filter((row) => numbers.includes(row.row) && !isTakenOver(row)).length
          corrections.forget(numbers)
        }
        cursor = nextCursor ?? undefined
      } while (cursor)
      corrections.forget(corrections.good)
      if (refused > 0) notices.show(w().checked.bad({ rows: refused }))
      await this.#changed()
      if (refused === 0 && this.#mailing().isDecided) this.#mailing().proceed()
    })

  /** Returns to the columns: edits stay, confirmations are dropped. */
  readonly remap = () =>
    this.action.run(async () => {
      this.corrections.doubt()
      await this.#mailing().remap()
    })
}

const outcomeOf = (good: number, left: number, bad: number): string => {
  const { checked } = w()
  const sentences = [
    good > 0 && checked.good({ rows: good }),
    left > 0 && checked.left({ rows: left }),
    bad > 0 && checked.bad({ rows: bad }),
  ]
  return sentences.filter(Boolean).join(' ')
}
