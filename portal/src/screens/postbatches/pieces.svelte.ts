import { untrack } from 'svelte'
import { type ApiProblem, answered, api, type Schemas } from '../../api/client.ts'
import { Pages } from '../../api/pages.svelte.ts'
import { Action } from '../../shell/action.svelte.ts'
import { plain } from '../../ui/search.ts'
import { addressLines } from '../items/address-rules.svelte.ts'

/** How many are read at a time, and how near the last of them one comes before more are read. */
const atATime = 200
const ahead = 20

/** What a piece is found by: a postal code is, with its blank and without. */
const wordsOf = ({ recipient, reference }: Schemas['Item']): string => {
  const code = recipient.postalCode ?? ''
  return plain([...addressLines(recipient), code.replace(/\s/g, ''), reference ?? ''].join('\n'))
}

/** The pieces of a mailing that waits for approval, of which one is looked at. Made while a component starts. */
export class Pieces {
  readonly #pages: Pages<Schemas['Item']>
  readonly #postbatch: () => Schemas['Postbatch']
  /** Which one is looked at, counted from 0. */
  at = $state(0)
  /** Which side of each is looked at. */
  side = $state(1)
  /** How many there are, also those that were not read yet. */
  total = $state(0)
  /** Going to a piece that is not read yet takes a while, and may be refused. */
  readonly going = new Action()
  /** The next pieces are on their way. */
  #extending = $state.raw<Promise<boolean> | undefined>(undefined)
  /** The same pieces look otherwise once something was mended. */
  #drawn = $state(0)
  /** The piece whose picture was drawn last, or that has none. */
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
      if (before !== undefined && before !== revision) untrack(() => void this.#pages.again())
    })
  }

  /** As they stand in the list; what was mended after the list was taken in comes last. */
  #read(query: { limit: number; cursor?: string | undefined; include?: 'total' }) {
    const of = { 'filter[postbatchId]': this.#postbatch().id, 'filter[status]': 'HELD' } as const
    return answered(api.GET('/v1/items', { params: { query: { ...query, ...of, sort: 'createdAt' } } }))
  }

  get shown(): Schemas['Item'] | undefined {
    return this.#pages.rows[Math.min(this.at, this.#pages.rows.length - 1)]
  }

  /** Why they, or the piece that was asked for, cannot be shown. */
  get problem(): ApiProblem | undefined {
    return this.going.problem ?? this.#pages.problem
  }

  previous(): void {
    this.at--
  }

  async next(): Promise<void> {
    if (this.at + 1 < this.#pages.rows.length) this.at++
    else await this.going.run(() => this.#reach(this.at + 1))
    // What cannot be read now is asked for when somebody comes to it.
    if (this.at + ahead >= this.#pages.rows.length) void this.#more().catch(() => undefined)
  }

  /**
   * Goes to a piece by its number, or to the next one after the shown that has the text in its name, address or
   * reference; false for none. Pieces are read on until one is found.
   */
  async goTo(asked: string): Promise<boolean> {
    const text = plain(asked)
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

  /** The place of the next piece with this text, after the one that is shown and then from the first on. */
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

  /** Reads the next pieces; false where there are none, or they could not be read. */
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

  /** Another key is another picture. */
  get key(): string | undefined {
    return this.shown && `${this.shown.id} ${this.#drawn}`
  }

  /** Nothing is decided while the pieces are asked for, or the picture of the one that is shown is on its way. */
  get isSeen(): boolean {
    if (this.#pages.isLoading && !this.#extending) return false
    return this.key === undefined || this.#seen === this.key
  }

  /** The picture of the piece that is shown is drawn, or words say that there is none. */
  settle(): void {
    this.#seen = this.key ?? ''
  }

  redraw(): void {
    this.#drawn++
  }
}
