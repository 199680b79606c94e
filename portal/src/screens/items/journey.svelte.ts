import { words as w } from 'words:item'
import { words as items } from 'words:items'
import { answered, api, type Schemas } from '../../api/client.ts'
import { Resource } from '../../api/resource.svelte.ts'
import { moment, states, weekday, written } from '../../messages/index.svelte.ts'
import { type Tone, toneOf } from '../../messages/tones.ts'
import type { ItemProduct } from '../../paper/product.svelte.ts'
import { testClock } from '../../shell/test-clock.svelte.ts'
import type { HistoryStep } from '../../ui/History.svelte'
import { type Cutoff, nextCutoff } from '../runs/cutoffs.ts'
import { stepsOf } from '../runs/steps.ts'

type Item = Schemas['Item']
type Status = Schemas['ItemStatus']
type Past = Schemas['ItemHistory']['data'][number]

/** Statuses of items in a run, in their order. */
const ranks: Partial<Record<Status, number>> = { SCHEDULED: 1, IN_PRODUCTION: 2, HANDED_TO_CARRIER: 3 }
/** The rank of an item that has reached a step of its run. */
const stepRanks = { CUTOFF_REACHED: 2, HANDED_TO_CARRIER: 3, COMPLETED: 4 } as const
/** The message for the next cutoff in statuses before a run. */
const waitsFor = {
  CREATED: 'CUTOFF_REACHED',
  READY: 'CUTOFF_REACHED',
  NEEDS_ATTENTION: 'ifCorrected',
  PENDING_APPROVAL: 'ifApproved',
} as const satisfies Partial<Record<Status, string>>

const calendarDays = 92

const decisionText = ({ decision, by }: Past): string =>
  by ? w().decidedBy[decision!]({ name: by.name }) : items().decided[decision!]

const ahead = (word: string, when: string): HistoryStep => ({ word, when, tone: 'ahead' })

/** What happened to an item, and what is planned. Create it during component initialisation. */
export class Journey {
  readonly #item: () => Item
  readonly #product: ItemProduct
  readonly #history: Resource<Schemas['ItemHistory']>
  /** The run of an item on its way, by which later steps are planned. */
  readonly #run: Resource<Schemas['Run']>
  /** Coming cutoffs, for an item that no run has yet. */
  readonly #calendar: Resource<Cutoff[]>

  constructor(item: () => Item, product: ItemProduct) {
    this.#item = item
    this.#product = product
    this.#history = new Resource(
      () => `items/${item().id}/history`,
      () => answered(api.GET('/v1/items/{id}/history', { params: { path: { id: item().id } } })),
      item,
    )
    this.#run = new Resource(
      () => this.#runId && `runs/${this.#runId}`,
      () => answered(api.GET('/v1/runs/{id}', { params: { path: { id: this.#runId! } } })),
      () => item().status,
    )
    this.#calendar = new Resource(
      () => (this.#waitsFor ? `calendar ${item().productSpecificationId}` : undefined),
      async () => {
        const query = { days: calendarDays, productSpecificationId: item().productSpecificationId }
        return (await answered(api.GET('/v1/runs/calendar', { params: { query } }))).data
      },
      () => testClock.moves,
    )
  }

  get #runId(): string | undefined {
    const { status, runId } = this.#item()
    return ranks[status] === undefined ? undefined : (runId ?? undefined)
  }
  get #waitsFor(): (typeof waitsFor)[keyof typeof waitsFor] | undefined {
    const all: Partial<Record<Status, (typeof waitsFor)[keyof typeof waitsFor]>> = waitsFor
    return all[this.#item().status]
  }

  /** False while something is loading that would move what is below. */
  get isKnown(): boolean {
    const isRead = ({ data, problem }: { data: unknown; problem: unknown }) =>
      data !== undefined || problem !== undefined
    if (!isRead(this.#history)) return false
    if (this.#runId) return isRead(this.#run) && this.#product.isKnown
    return !this.#waitsFor || isRead(this.#calendar)
  }
  get problem() {
    return this.#history.problem
  }
  readonly retry = (): void => void this.#history.reload()

  get steps(): HistoryStep[] {
    const past = this.#history.data?.data ?? []
    return [...past.map((step, index) => this.#reached(step, index === past.length - 1)), ...this.#planned()]
  }

  #reached(step: Past, isLast: boolean): HistoryStep {
    const { decision, status, reason, at } = step
    const { sequence } = this.#item()
    const state = states().ItemStatus[status]
    const tone = toneOf('ItemStatus', status)
    const isTrouble = tone === 'warn' || tone === 'bad'
    const shown: Tone = isTrouble || (isLast && tone !== 'ahead') ? tone : 'good'
    return {
      word: decision ? decisionText(step) : state,
      tone: shown,
      when: moment(at),
      at,
      notes: [
        ...(decision === 'APPROVED' ? [state] : []),
        ...(status === 'IN_PRODUCTION' && sequence !== null ? [w().piece({ number: sequence })] : []),
        ...(reason ? [reason] : []),
      ],
    }
  }

  #planned(): HistoryStep[] {
    return this.#runId ? this.#plannedByRun(this.#runId) : this.#plannedByCalendar()
  }

  #plannedByRun(runId: string): HistoryStep[] {
    const run = this.#run.data
    if (run?.id !== runId) return []
    const rank = ranks[this.#item().status]!
    const plan = new Map(stepsOf(run, this.#product.specification).map((one) => [one.step, one.plannedAt]))
    return (['CUTOFF_REACHED', 'HANDED_TO_CARRIER', 'COMPLETED'] as const).flatMap((step) => {
      const at = plan.get(step)
      if (!at || stepRanks[step] <= rank) return []
      const day = { weekday: 'short', day: 'numeric', month: 'short' } as const
      return [ahead(w().ahead[step], step === 'CUTOFF_REACHED' ? moment(at) : written(day, at))]
    })
  }

  #plannedByCalendar(): HistoryStep[] {
    const waiting = this.#waitsFor
    const next = nextCutoff(this.#calendar.data ?? [], this.#item(), testClock.nowOf(this.#item()))
    if (!waiting || !next) return []
    return [
      ahead(w().ahead[waiting], moment(next.cutoffAt)),
      ahead(w().ahead.HANDED_TO_CARRIER, weekday(next.handedToCarrierOn)),
      ahead(w().ahead.COMPLETED, weekday(next.deliveredOn)),
    ]
  }
}
