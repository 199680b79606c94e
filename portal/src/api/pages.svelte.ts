import { untrack } from 'svelte'
import { ApiProblem, place } from './client.ts'
import { renewed } from './rows.ts'

interface Page<Row> {
  data: Row[]
  nextCursor: string | null
  totalCount?: number
}

/** A list that is read page by page as a person scrolls. Made while a component starts. */
export class Pages<Row extends { id: string }> {
  rows = $state.raw<Row[]>([])
  problem = $state.raw<ApiProblem | undefined>(undefined)
  isLoading = $state(true)
  hasMore = $state(false)
  /** How many rows of the first page `look` found that are not shown yet. */
  newer = $state(0)
  readonly #ask: (cursor: string | undefined) => Promise<Page<Row>>
  #cursor: string | undefined
  #turn = 0

  /** `key` names the filters and the order: when it changes, the list begins anew. */
  constructor(key: () => string, ask: (cursor: string | undefined) => Promise<Page<Row>>) {
    this.#ask = ask
    // Derived: what it is made of is read again with every event, and mostly says the same.
    const name = $derived(key())
    $effect.pre(() => {
      void name
      void place.mode
      untrack(() => void this.begin())
    })
  }

  /** Reads the first page; the rows that are shown stay until it is there. */
  begin = (): Promise<void> => this.#read(undefined)

  /** Reads the next page, unless one is on its way. */
  more = async (): Promise<void> => {
    if (this.hasMore && !this.isLoading) await this.#read(this.#cursor)
  }

  /**
   * Reads the first page again after something has happened elsewhere: rows that are shown change in place, and
   * new ones come first.
   */
  refresh = async (): Promise<void> => {
    const turn = this.#turn
    const { data } = await this.#ask(undefined)
    if (turn !== this.#turn) return
    const newer = new Map(data.map((row) => [row.id, row]))
    const known = new Set(this.rows.map(({ id }) => id))
    this.rows = [...data.filter(({ id }) => !known.has(id)), ...renewed(this.rows, newer)]
  }

  /**
   * The same, where people read: nothing moves under their eyes, and new rows are only counted. `begin` shows
   * them.
   */
  look = async (): Promise<void> => {
    const turn = this.#turn
    const { data } = await this.#ask(undefined)
    if (turn !== this.#turn) return
    const newest = new Map(data.map((row) => [row.id, row]))
    const known = new Set(this.rows.map(({ id }) => id))
    if (this.rows.length === 0) this.rows = data
    else this.newer = data.filter(({ id }) => !known.has(id)).length
    this.rows = renewed(this.rows, newest)
  }

  /** Reads as much again as is shown, after something was done to many rows: each is as it is now, where it stands. */
  again = async (): Promise<void> => {
    const turn = ++this.#turn
    const shown = this.rows.length
    const rows: Row[] = []
    let cursor: string | undefined
    this.isLoading = true
    try {
      do {
        const { data, nextCursor } = await this.#ask(cursor)
        if (turn !== this.#turn) return
        rows.push(...data)
        cursor = nextCursor ?? undefined
      } while (cursor && rows.length < shown)
      this.rows = rows
      this.newer = 0
      this.#cursor = cursor
      this.hasMore = cursor !== undefined
    } finally {
      if (turn === this.#turn) this.isLoading = false
    }
  }

  /** Shows a newer state of a row where it stands. */
  replace(row: Row): void {
    this.rows = this.rows.map((old) => (old.id === row.id ? row : old))
  }

  async #read(cursor: string | undefined): Promise<void> {
    const turn = ++this.#turn
    this.isLoading = true
    try {
      const { data, nextCursor } = await this.#ask(cursor)
      if (turn !== this.#turn) return
      const known = new Set(cursor ? this.rows.map(({ id }) => id) : [])
      this.rows = cursor ? [...this.rows, ...data.filter(({ id }) => !known.has(id))] : data
      if (!cursor) this.newer = 0
      this.#cursor = nextCursor ?? undefined
      this.hasMore = nextCursor !== null
      this.problem = undefined
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      if (turn === this.#turn) this.problem = error
    } finally {
      if (turn === this.#turn) this.isLoading = false
    }
  }
}
