import { withIds } from './all.ts'
import { answered, api, type Schemas } from './client.ts'
import { Resource } from './resource.svelte.ts'

interface Named {
  id: string
  name: string
}
interface Query {
  limit: number
  sort?: 'name'
  'filter[name][contains]'?: string
  'filter[id][in]'?: string
}
type Ask = (query: Query) => Promise<{ data: Named[]; nextCursor: string | null }>

/** As many as a page may have: where no more are there, all of them can be chosen from at once. */
const most = 200
/** How long typing rests before it is looked for. */
const restMs = 200

interface Options {
  /** Ids that must have their names: what is chosen, or stands in a list. */
  known?: () => readonly string[]
  /** False where nothing is asked for, as for those who may not read it. */
  isWanted?: () => boolean
}

/**
 * Things of which there may be thousands, to choose one by its name: the first of them, and those whose name holds
 * what somebody types. Made while a component starts; `ThingField` and `ThingFilter` show them.
 */
export class NamedThings {
  readonly #ask: Ask
  readonly #first: Resource<{ data: Named[]; nextCursor: string | null }>
  readonly #known: Resource<Named[]>
  #found = $state.raw<readonly Named[]>([])
  /** True while what was typed is looked for. */
  isLooking = $state(false)
  /** Of what was typed there is more than was read. */
  #isCut = $state(true)
  #turn = 0

  constructor(key: string, ask: Ask, { known = () => [], isWanted = () => true }: Options = {}) {
    this.#ask = ask
    this.#first = new Resource(
      () => (isWanted() ? `${key} by name` : undefined),
      () => ask({ limit: most, sort: 'name' }),
    )
    const missing = $derived.by(() => {
      const first = this.#first.data?.data
      if (!first) return []
      return [...new Set(known())].filter((id) => id && !first.some((one) => one.id === id)).sort()
    })
    this.#known = new Resource(
      () => (missing.length > 0 ? `${key} ${missing}` : undefined),
      () => withIds(missing, ask),
    )
  }

  /** False until it is known what there is, or that it cannot be read. */
  get isKnown(): boolean {
    return this.#first.data !== undefined || this.#first.problem !== undefined
  }

  /** There is nothing to choose. */
  get areNone(): boolean {
    return this.#first.data?.data.length === 0
  }

  /** There are more than are listed at once: whoever wants another one types a part of its name. */
  get areMany(): boolean {
    return this.#first.data !== undefined && this.#first.data.nextCursor !== null
  }

  /** Whether there are more with this in their names than were read. */
  get isCut(): boolean {
    return this.areMany && this.#isCut
  }

  /** Those that were read so far, the first by name before others. */
  get rows(): readonly Named[] {
    const all = [...(this.#first.data?.data ?? []), ...(this.#known.data ?? []), ...this.#found]
    return [...new Map(all.map((one) => [one.id, one])).values()]
  }

  /** The name; undefined where it is not known, or not yet. */
  nameOf(id: string): string | undefined {
    return this.rows.find((one) => one.id === id)?.name
  }

  /** Each as a choice; what is chosen stays one, also where its name is not known. */
  choicesWith(chosen: string): (readonly [id: string, name: string])[] {
    const nameless = chosen && this.nameOf(chosen) === undefined ? [[chosen, chosen] as const] : []
    return [...nameless, ...this.rows.map(({ id, name }) => [id, name] as const)]
  }

  /** Looks for a part of a name once typing rests. */
  look(typed: string): void {
    const turn = ++this.#turn
    const text = typed.trim().slice(0, 120)
    this.isLooking = this.areMany && text !== ''
    this.#isCut = true
    if (this.isLooking) setTimeout(() => void (turn === this.#turn && this.#find(text, turn)), restMs)
  }

  async #find(text: string, turn: number): Promise<void> {
    try {
      const page = await this.#ask({ limit: most, sort: 'name', 'filter[name][contains]': text })
      this.#found = [...this.#found, ...page.data]
      if (turn === this.#turn) this.#isCut = page.nextCursor !== null
    } catch {
      // Those that are listed can still be chosen, and another letter asks again.
    } finally {
      if (turn === this.#turn) this.isLooking = false
    }
  }
}

/** Every organisation of the instance, for operators. */
export const organisationsNamed = (known: () => readonly string[]): NamedThings =>
  new NamedThings('organisations', (query) => answered(api.GET('/v1/organisations', { params: { query } })), {
    known,
  })

/** The Postflows of the mode that is shown, all or those of some statuses. */
export const postflowsNamed = ({
  statuses,
  ...options
}: Options & { statuses?: readonly Schemas['PostflowStatus'][] } = {}): NamedThings =>
  new NamedThings(
    `postflows ${statuses ?? ''}`,
    (of) => {
      // What is chosen keeps its name, also once it is archived.
      const status = statuses && !of['filter[id][in]'] ? { 'filter[status][in]': statuses.join(',') } : {}
      return answered(api.GET('/v1/postflows', { params: { query: { ...of, ...status } } }))
    },
    options,
  )

/** The mailings of the mode that is shown. */
export const postbatchesNamed = (options: Options = {}): NamedThings =>
  new NamedThings(
    'postbatches',
    (query) => answered(api.GET('/v1/postbatches', { params: { query } })),
    options,
  )
