import { words as w } from 'words:postbatches'
import { ApiProblem, answered, api, newIntention, type Schemas } from '../../api/client.ts'
import { Resource } from '../../api/resource.svelte.ts'
import { Action } from '../../shell/action.svelte.ts'
import { notices } from '../../shell/notices.svelte.ts'
import { maxAtOnce, readBadRows, toCorrect } from './bad-rows.ts'
import { Corrections, type Fill } from './corrections.svelte.ts'
import { type Group, groupsOf } from './groups.ts'
import type { Mailing } from './mailing.svelte.ts'
import { sameReading } from './questions.ts'
import { isTakenOver } from './row-problems.ts'

type List = Schemas['Import']
/** Attempts to correct a group while colleagues correct rows of the same list. */
const maxAttempts = 4

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
  readonly #groups: Resource<Schemas['ImportProblemGroups']>
  readonly #order: string[] = []

  constructor(mailing: () => Mailing, list: () => List) {
    this.#mailing = mailing
    this.#list = list
    this.corrections = new Corrections(() => `${list().postbatchId} ${list().uploadId} ${list().sheet ?? ''}`)
    this.#bad = new Resource(
      () => `imports/${list().id}/bad-rows`,
      () => readBadRows(this.#fetch),
      () => list().revision,
    )
    this.#groups = new Resource(
      () => (toCorrect(list()) > 0 ? `imports/${list().id}/problem-groups` : undefined),
      this.#fetchGroups,
      () => list().revision,
    )
  }

  readonly #path = $derived.by(() => ({ id: this.#list().postbatchId, importId: this.#list().id }))
  readonly #fetch = (cursor?: string) => {
    const params = { path: this.#path, query: { limit: maxAtOnce, cursor } }
    return answered(api.GET('/v1/postbatches/{id}/imports/{importId}/bad-rows', { params }))
  }
  readonly #fetchGroups = () => {
    const params = { path: this.#path }
    return answered(api.GET('/v1/postbatches/{id}/imports/{importId}/problem-groups', { params }))
  }
  readonly problem = $derived.by(() => this.#bad.problem ?? this.#groups.problem)
  readonly reload = () => Promise.all([this.#bad.reload(), this.#groups.reload()])
  /** Rows to correct. */
  readonly rows = $derived.by(() => this.#bad.data?.toFix.slice(0, maxAtOnce) ?? [])
  /** Rows to correct by problem; undefined until they are loaded. */
  readonly groups = $derived.by((): Group<Schemas['ImportBadRow']>[] | undefined => {
    const found = this.#groups.data
    return found && this.#bad.data && groupsOf(this.#list().columns, found.data, this.rows, this.#order)
  })
  /** Duplicates, which need no correction but can be listed. */
  readonly twice = $derived.by(() => this.#bad.data?.twice.slice(0, maxAtOnce) ?? [])
  /** Rows edited since the last check. */
  readonly typed = $derived.by(() =>
    [...this.rows, ...this.twice].filter(({ row }) => this.corrections.edits[row]).map(({ row }) => row),
  )
  /** Number of rows to check: those edited, and others of a group that was given a value. */
  readonly typedCount = $derived.by(() => {
    const filled = (this.groups ?? []).filter((group) => this.corrections.filled(group))
    return filled.reduce((sum, { hiddenCount }) => sum + hiddenCount, this.typed.length)
  })
  /** True while rows that a dry run found good wait to be imported after the list. */
  readonly isImportingFixed = $derived.by(
    () => !this.#list().dryRun && (this.corrections.good.length > 0 || this.#checked.length > 0),
  )
  readonly #checked = $derived.by(() => this.corrections.fills.filter(({ isChecked }) => isChecked))

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
      void this.reload()
      throw error
    }
  }

  /** Gives a value to the rows of a group. Returns how many are good, how many still bad, and the list. */
  async #fill(fill: Fill): Promise<{ good: number; bad: number; list: List }> {
    let good = 0
    let bad = 0
    let afterRow: number | undefined
    for (;;) {
      const answer = await this.#fillPart(fill, afterRow)
      good += answer.correctedCount
      bad += answer.leftCount
      if (answer.nextAfterRow === null) return { good, bad, list: answer.import }
      afterRow = answer.nextAfterRow
    }
  }

  /** Repeats the request if other rows were corrected at the same time. */
  async #fillPart(
    { code, column, current, value }: Fill,
    afterRow: number | undefined,
  ): Promise<Schemas['CorrectedProblemGroup']> {
    const body = { code, column, current, value, ...(afterRow === undefined ? {} : { afterRow }) }
    for (let attempt = 1; ; attempt++) {
      const params = { path: this.#path, header: { 'Idempotency-Key': newIntention() } }
      try {
        return await answered(
          api.POST('/v1/postbatches/{id}/imports/{importId}/problem-groups/correct', { params, body }),
        )
      } catch (error) {
        const isAtOnce = error instanceof ApiProblem && error.status === 409
        if (!isAtOnce || attempt === maxAttempts) throw error
      }
    }
  }

  /** Gives the values to the rows that aren't loaded. */
  async #fillAll(): Promise<{ good: number; bad: number }> {
    const count = { good: 0, bad: 0 }
    for (const fill of this.corrections.fills.filter(({ isChecked }) => !isChecked)) {
      const { good, bad } = await this.#fill(fill)
      count.good += good
      count.bad += bad
      if (this.#list().dryRun) this.corrections.noteChecked(fill)
      else this.corrections.forgetFill(fill)
    }
    return count
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
      const filled = await this.#fillAll()
      const isBad = await this.#judge()
      const still = sent.filter((row) => isBad.has(row)).length
      const good = sent.filter((row) => !isBad.has(row) && !left.has(row)).length
      notices.show(outcomeOf(good + filled.good, left.size, still + filled.bad))
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
      for (const fill of this.#checked) {
        const { list } = await this.#fill(fill)
        corrections.forgetFill(fill)
        const checked = this.#mailing().imports.find(
          ({ dryRun, uploadId }) => dryRun && uploadId === list.uploadId,
        )
        if (checked) refused = Math.max(refused, toCorrect(list) - toCorrect(checked))
      }
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
