import { untrack } from 'svelte'
import { type ApiProblem, answered, api, type Schemas } from '../../api/client.ts'
import { Pages } from '../../api/pages.svelte.ts'
import { Action } from '../../shell/action.svelte.ts'
import { plain } from '../../ui/search.ts'
import { addressLines } from '../items/address-rules.svelte.ts'

/** Page size, and the distance from the last loaded piece at which more are loaded. */
const atATime = 200
const ahead = 20

/** Search text of a piece; postal codes are included with and without a space. */
const wordsOf = ({ recipient, reference }: Schemas['Item']): string => {
  const code = recipient.postalCode ?? ''
  return plain([...addressLines(recipient), code.replace(/\s/g, ''), reference ?? ''].join('\n'))
}

/** The pieces of a mailing that waits for approval. Create it during component initialisation. */
export class Pieces {
  readonly #pages: Pages<Schemas['Item']>
  readonly #postbatch: () => Schemas['Postbatch']
  /** 0-based index of the shown piece. */
  at = $state(0)
  /** The shown side. */
  side = $state(1)
  /** Total number, including pieces not loaded yet. */
  total = $state(0)
  /** Navigation to a piece, which may take long or fail. */
  readonly going = new Action()
  /** Set while more pieces are loading. */
  #extending = $state.raw<Promise<boolean> | undefined>(undefined)
  /** Incremented when pieces must be drawn again after a fix. */
  #drawn = $state(0)
  /** Key of the piece whose picture or error was shown last. */
  #seen = $state('')

  constructor(postbatch: () => Schemas['Postbatch']) {
    this.#postbatch = postbatch
    this.#pages = new Pages(
      () => postbatch().id,
      async (cursor) => {
        const page = await this.#read({ limit: atATime, cursor, ...(cursor ? {} : { include: 'total' }) })
        if (page.totalCount !== undefined) this.total = page.totalCount
        return page
      },
    )
    let revision: number | undefined
    $effect(() => {
      const before = revision
      revision = postbatch().revision
      if (before !== undefined && before !== revision) untrack(() => void this.#pages.reload())
    })
  }

  /** Loads a page of pieces in list order; rows corrected after the import come last. */
  #read(query: { limit: number; cursor?: string | undefined; include?: 'total' }) {
    const of = { 'filter[postbatchId]': this.#postbatch().id, 'filter[status]': 'HELD' } as const
    return answered(api.GET('/v1/items', { params: { query: { ...query, ...of, sort: 'createdAt' } } }))
  }

  get current(): Schemas['Item'] | undefined {
    return this.#pages.rows[Math.min(this.at, this.#pages.rows.length - 1)]
  }

  /** Error of loading or navigation. */
  get problem(): ApiProblem | undefined {
    return this.going.problem ?? this.#pages.problem
  }

  previous(): void {
    this.at--
  }

  async next(): Promise<void> {
    if (this.at + 1 < this.#pages.rows.length) this.at++
    else await this.going.run(() => this.#reach(this.at + 1))
    // Prefetch errors are ignored; the pieces are requested again when needed.
    if (this.at + ahead >= this.#pages.rows.length) void this.#more().catch(() => undefined)
  }

  /**
   * Shows a piece by number, or the next one with the text in its name, address or reference. Loads pieces
   * until one is found; returns false if there is none. If loading fails, sets `problem` and returns true.
   */
  async goTo(typed: string): Promise<boolean> {
    const text = plain(typed)
    if (text === '') return false
    let isThere = false
    const isAnswered = await this.going.run(async () => {
      const number = /^\d+$/.test(text) ? Number(text) : 0
      const found = number >= 1 && number <= this.total ? number - 1 : await this.#find(text)
      isThere = found !== undefined
      if (found !== undefined) await this.#reach(found)
    })
    return isThere || !isAnswered
  }

  /** Returns the index of the next matching piece, wrapping around. */
  async #find(text: string): Promise<number | undefined> {
    const holds = (item: Schemas['Item']) => wordsOf(item).includes(text)
    const from = this.at + 1
    for (let place = from; place < this.#pages.rows.length || (await this.#more()); place++) {
      if (holds(this.#pages.rows[place]!)) return place
    }
    const first = this.#pages.rows.slice(0, from).findIndex(holds)
    return first < 0 ? undefined : first
  }

  async #reach(place: number): Promise<void> {
    while (this.#pages.rows.length <= place && (await this.#more()));
    this.at = Math.min(place, this.#pages.rows.length - 1)
  }

  /** Loads more pieces; returns false if there are none. Throws the problem if loading fails. */
  #more(): Promise<boolean> {
    const extend = async () => {
      const before = this.#pages.rows.length
      await this.#pages.more()
      this.#extending = undefined
      if (this.#pages.problem) throw this.#pages.problem
      return this.#pages.rows.length > before
    }
    this.#extending ??= extend()
    return this.#extending
  }

  /** Key of the shown picture, which changes when it must be drawn again. */
  get key(): string | undefined {
    return this.current && `${this.current.id} ${this.#drawn}`
  }

  /** False while pieces or the shown picture are loading, which blocks decisions. */
  get isSeen(): boolean {
    if (this.#pages.isLoading && !this.#extending) return false
    return this.key === undefined || this.#seen === this.key
  }

  /** Call when the picture or an error is shown. */
  settle(): void {
    this.#seen = this.key ?? ''
  }

  redraw(): void {
    this.#drawn++
  }
}
