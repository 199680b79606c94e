import { readUpTo } from '../../api/all.ts'
import { answered, api, type Schemas } from '../../api/client.ts'
import { Resource } from '../../api/resource.svelte.ts'
import { session } from '../../api/session.svelte.ts'
import { onProgress } from '../../live/live.svelte.ts'
import { printHereStage } from '../runs/print-here.ts'
import { unreplaced } from '../runs/unreplaced.svelte.ts'
import { whenAnythingMoves } from './moves.svelte.ts'
import { countedTasks, type Kind, rejectedSince } from './places.ts'

type Item = Schemas['Item']

/** Maximum number of runs at a printer that are read. */
const maxRuns = 1_000
/** Up to this number of mailings to approve, each has a row. */
const maxMailings = 3

/** Runs in a printer folder to print, and own mail to post. Nothing is printed in test mode. */
const runsToPrint = async () => {
  const { rows: runs, isComplete } = await readUpTo(maxRuns, (page) => {
    const query = { ...page, 'filter[status]': 'HANDED_TO_PRINTER' } as const
    return answered(api.GET('/v1/runs', { params: { query } }))
  })
  const found = runs.flatMap((run) => {
    const stage = printHereStage(run, session.pays)
    return stage ? [{ id: run.id, stage }] : []
  })
  return { found, isCapped: !isComplete }
}

const mailingsToApprove = async (): Promise<Schemas['Postbatch'][]> => {
  const query = { limit: maxMailings + 1, 'filter[status]': 'VALIDATED' } as const
  return (await answered(api.GET('/v1/postbatches', { params: { query } }))).data
}

/** Filters of the items whose first one is shown, by kind. */
const itemFilters = {
  itemsNeedingAttention: () => ({ 'filter[status]': 'NEEDS_ATTENTION' }) as const,
  itemsPendingApproval: () => ({ 'filter[status]': 'PENDING_APPROVAL' }) as const,
  itemsRejected: () => ({ 'filter[rejectedAt][gte]': rejectedSince() }) as const,
  itemsHeldForFunds: () => ({ 'filter[heldReason]': 'INSUFFICIENT_FUNDS' }) as const,
  itemsHeldForCap: () => ({ 'filter[heldReason]': 'SPENDING_CAP' }) as const,
}
type ItemKind = keyof typeof itemFilters
export const isOfItems = (kind: string): kind is ItemKind => kind in itemFilters

const firstItem = async (kind: ItemKind): Promise<[Kind, Item | undefined]> => {
  const query = { limit: 1, sort: 'createdAt', ...itemFilters[kind]() }
  return [kind, (await answered(api.GET('/v1/items', { params: { query } }))).data[0]]
}

const hasAnswer = ({ data, problem }: Pick<Resource<unknown>, 'data' | 'problem'>): boolean =>
  data !== undefined || problem !== undefined

/** What waits for the user, kept up to date. Create it during component initialisation. */
export class Waiting {
  readonly attention = new Resource(
    () => 'attention',
    () => answered(api.GET('/v1/attention')),
  )
  readonly toPrint = new Resource(() => (this.#prints() ? 'runs to print' : undefined), runsToPrint)
  /** Spoiled pieces without a replacement. */
  readonly spoiled = unreplaced()
  /** The mailings to approve, if they are few. */
  readonly #mailings = new Resource(
    () => (this.#hasFewMailings() ? `postbatches to approve ${session.mode}` : undefined),
    mailingsToApprove,
    // Others may be waiting.
    () => this.attention.data,
  )
  /** The first item of each kind, whose picture is shown. */
  readonly #items = new Resource(
    () => {
      const kinds = this.counted.filter(({ kind }) => isOfItems(kind))
      return kinds.length > 0 ? `first ${kinds.map(({ kind, number }) => `${kind} ${number}`)}` : undefined
    },
    async () => {
      const kinds = this.counted.map(({ kind }) => kind).filter(isOfItems)
      return new Map(await Promise.all(kinds.map(firstItem)))
    },
  )
  /** The other mode, where waiting decisions would otherwise go unnoticed. */
  readonly other = $derived(session.mode === 'test' ? ('live' as const) : ('test' as const))
  readonly elsewhere = new Resource(
    () => (session.can('items.approve') ? `attention/${this.other}` : undefined),
    () => answered(api.GET('/v1/attention', { headers: { 'X-Mode': this.other } })),
  )

  constructor() {
    whenAnythingMoves(async () => {
      await this.attention.reload()
      if (session.can('items.write')) await this.spoiled.reload()
      if (this.#prints()) await this.toPrint.reload()
    })
    // Polled, because the stream has no events about unavailable printers or abandoned packages.
    onProgress(
      () => this.attention.reload(),
      () => session.runs('printers.manage') || session.can('runs.manage'),
      ['printer'],
    )
  }

  get counted() {
    return this.attention.data ? countedTasks(this.attention.data) : []
  }

  /** Undefined if there are many, or none. */
  get mailings(): Schemas['Postbatch'][] | undefined {
    const found = this.#hasFewMailings() ? this.#mailings.data : undefined
    return found && found.length > 0 && found.length <= maxMailings ? found : undefined
  }

  firstOf(kind: Kind): Item | undefined {
    return this.#items.data?.get(kind)
  }

  /** True once all rows are known, so that none appears below the pointer. */
  get isKnown(): boolean {
    const mailings = this.#mailings
    return (
      this.attention.data !== undefined &&
      (!this.#hasFewMailings() || hasAnswer(mailings)) &&
      (!session.can('items.write') || hasAnswer(this.spoiled)) &&
      (!this.#prints() || hasAnswer(this.toPrint))
    )
  }

  #prints(): boolean {
    return session.can('runs.manage') && session.mode === 'live'
  }

  #hasFewMailings(): boolean {
    const number = this.attention.data?.postbatchesToApprove ?? 0
    return number > 0 && number <= maxMailings
  }
}
