import { untrack } from 'svelte'
import { ApiProblem, place } from './client.ts'
import { renewed } from './rows.ts'

interface Page<Row> {
  data: Row[]
  nextCursor: string | null
  totalCount?: number
}

/** A list with infinite scrolling. Create it during component initialisation. */
export class Pages<Row extends { id: string }> {
  rows = $state.raw<Row[]>([])
  problem = $state.raw<ApiProblem | undefined>(undefined)
  isLoading = $state(true)
  hasMore = $state(false)
  /** Number of new rows found by `refreshInPlace` that are not shown yet. */
  newer = $state(0)
  readonly #fetchPage: (cursor: string | undefined) => Promise<Page<Row>>
  #cursor: string | undefined
  #turn = 0

  /** `key` identifies the filters and order; when it changes, the list is loaded again. */
  constructor(key: () => string, fetchPage: (cursor: string | undefined) => Promise<Page<Row>>) {
    this.#fetchPage = fetchPage
    // `$derived`, so that an event that changes a source but not the key does not reload the list.
    const name = $derived(key())
    $effect.pre(() => {
      void name
      void place.mode
      untrack(() => void this.begin())
    })
  }

  /** Reads the first page; shown rows stay until it arrives. */
  begin = (): Promise<void> => this.#read(undefined)

  /** Reads the next page, unless it is loading already. */
  more = async (): Promise<void> => {
    if (this.hasMore && !this.isLoading) await this.#read(this.#cursor)
  }

  /** Reads the first page again: updates shown rows in place and adds new ones at the top. */
  refresh = async (): Promise<void> => {
    const turn = this.#turn
    const { data } = await this.#fetchPage(undefined)
    if (turn !== this.#turn) return
    const newer = new Map(data.map((row) => [row.id, row]))
    const known = new Set(this.rows.map(({ id }) => id))
    this.rows = [...data.filter(({ id }) => !known.has(id)), ...renewed(this.rows, newer)]
  }

  /**
   * Like `refresh`, but only counts new rows if any are shown, so that nothing moves while the user reads.
   */
  refreshInPlace = async (): Promise<void> => {
    const turn = this.#turn
    const { data } = await this.#fetchPage(undefined)
    if (turn !== this.#turn) return
    const newest = new Map(data.map((row) => [row.id, row]))
    const known = new Set(this.rows.map(({ id }) => id))
    if (this.rows.length === 0) this.rows = data
    else this.newer = data.filter(({ id }) => !known.has(id)).length
    this.rows = renewed(this.rows, newest)
  }

  /** Replaces the rows after a bulk change by reading at least as many as are shown. Throws if that fails. */
  reload = async (): Promise<void> => {
    const turn = ++this.#turn
    const shown = this.rows.length
    const rows: Row[] = []
    let cursor: string | undefined
    this.isLoading = true
    try {
      do {
        const { data, nextCursor } = await this.#fetchPage(cursor)
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

  /** Replaces a row in place. */
  replace(row: Row): void {
    this.rows = this.rows.map((old) => (old.id === row.id ? row : old))
  }

  async #read(cursor: string | undefined): Promise<void> {
    const turn = ++this.#turn
    this.isLoading = true
    try {
      const { data, nextCursor } = await this.#fetchPage(cursor)
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
