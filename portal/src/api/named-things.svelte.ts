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
type Load = (query: Query) => Promise<{ data: Named[]; nextCursor: string | null }>

/** The API's page limit. Up to this number of resources, all are offered without a search. */
const pageLimit = 200
/** Debounce of the search, in ms. */
const restMs = 200

interface Options {
  /** Ids whose names are needed: the selected ones and those in a list. */
  known?: () => readonly string[]
  /** False to load nothing, for example without permission. */
  isEnabled?: () => boolean
}

/**
 * Options for choosing one of possibly thousands of resources by name: the first page, and those that match
 * the typed text. Used by `ThingField` and `ThingFilter`. Create it during component initialisation.
 */
export class NamedThings {
  readonly #load: Load
  readonly #first: Resource<{ data: Named[]; nextCursor: string | null }>
  readonly #known: Resource<Named[]>
  #found = $state.raw<readonly Named[]>([])
  /** True while a search is running. */
  isSearching = $state(false)
  /** True if more names match than were read. */
  #isCut = $state(true)
  #turn = 0

  constructor(key: string, load: Load, { known = () => [], isEnabled = () => true }: Options = {}) {
    this.#load = load
    this.#first = new Resource(
      () => (isEnabled() ? `${key} by name` : undefined),
      () => load({ limit: pageLimit, sort: 'name' }),
    )
    const missing = $derived.by(() => {
      const first = this.#first.data?.data
      if (!first) return []
      return [...new Set(known())].filter((id) => id && !first.some((one) => one.id === id)).sort()
    })
    this.#known = new Resource(
      () => (missing.length > 0 ? `${key} ${missing}` : undefined),
      () => withIds(missing, load),
    )
  }

  /** False until the options are loaded or loading has failed. */
  get isKnown(): boolean {
    return this.#first.data !== undefined || this.#first.problem !== undefined
  }

  get areNone(): boolean {
    return this.#first.data?.data.length === 0
  }

  /** True if there is more than one page, so that the user has to search by name. */
  get areMany(): boolean {
    return this.#first.data !== undefined && this.#first.data.nextCursor !== null
  }

  /** Whether more names contain the typed text than were read. */
  get isCut(): boolean {
    return this.areMany && this.#isCut
  }

  /** All loaded options: the first page by name, then those of `known`, then those found. */
  get rows(): readonly Named[] {
    const all = [...(this.#first.data?.data ?? []), ...(this.#known.data ?? []), ...this.#found]
    return [...new Map(all.map((one) => [one.id, one])).values()]
  }

  /** Undefined if the name is unknown or still loading. */
  nameOf(id: string): string | undefined {
    return this.rows.find((one) => one.id === id)?.name
  }

  /** The options, including the selected one even if its name is unknown. */
  choicesWith(chosen: string): (readonly [id: string, name: string])[] {
    const nameless = chosen && this.nameOf(chosen) === undefined ? [[chosen, chosen] as const] : []
    return [...nameless, ...this.rows.map(({ id, name }) => [id, name] as const)]
  }

  /** Searches for a part of a name, debounced, if not all options are loaded. */
  search(typed: string): void {
    const turn = ++this.#turn
    const text = typed.trim().slice(0, 120)
    this.isSearching = this.areMany && text !== ''
    this.#isCut = true
    if (this.isSearching) setTimeout(() => void (turn === this.#turn && this.#search(text, turn)), restMs)
  }

  async #search(text: string, turn: number): Promise<void> {
    try {
      const page = await this.#load({ limit: pageLimit, sort: 'name', 'filter[name][contains]': text })
      this.#found = [...this.#found, ...page.data]
      if (turn === this.#turn) this.#isCut = page.nextCursor !== null
    } catch {
      // The loaded options stay usable, and the next keystroke tries again.
    } finally {
      if (turn === this.#turn) this.isSearching = false
    }
  }
}

/** All organisations of the instance, for operators. */
export const organisationsNamed = (known: () => readonly string[]): NamedThings =>
  new NamedThings('organisations', (query) => answered(api.GET('/v1/organisations', { params: { query } })), {
    known,
  })

/** Postflows of the current mode, optionally with certain statuses. */
export const postflowsNamed = ({
  statuses,
  ...options
}: Options & { statuses?: readonly Schemas['PostflowStatus'][] } = {}): NamedThings =>
  new NamedThings(
    `postflows ${statuses ?? ''}`,
    (of) => {
      // Ids are looked up in every status, so that a selected Postflow keeps its name after it was archived.
      const status = statuses && !of['filter[id][in]'] ? { 'filter[status][in]': statuses.join(',') } : {}
      return answered(api.GET('/v1/postflows', { params: { query: { ...of, ...status } } }))
    },
    options,
  )

/** Postbatches of the current mode. */
export const postbatchesNamed = (options: Options = {}): NamedThings =>
  new NamedThings(
    'postbatches',
    (query) => answered(api.GET('/v1/postbatches', { params: { query } })),
    options,
  )
