import { untrack } from 'svelte'

/** Selected rows of a list: shown ones, or all matches. In memory only. */
export class Selection<Row extends { id: string }> {
  /** Number of matches if all are selected, including rows not shown. */
  all = $state<number | undefined>(undefined)
  #rows = $state.raw<ReadonlyMap<string, Row>>(new Map())
  /** Start of a range. */
  #anchor: string | undefined

  /** A change of `key` (the filters) clears the selection. Create it during component initialisation. */
  constructor(key: () => string) {
    $effect.pre(() => {
      key()
      untrack(() => this.clear())
    })
  }

  get count(): number {
    return this.all ?? this.#rows.size
  }

  has(id: string): boolean {
    return this.all !== undefined || this.#rows.has(id)
  }

  /** Returns selected rows, with current values for shown ones. */
  chosen(visible: readonly Row[]): Row[] {
    const fresh = new Map(visible.map((row) => [row.id, row]))
    return [...this.#rows.values()].map((row) => fresh.get(row.id) ?? row)
  }

  toggle(row: Row, visible: readonly Row[]): void {
    const rows = this.#explicitRows(visible)
    if (!rows.delete(row.id)) rows.set(row.id, row)
    this.#choose(rows)
    this.#anchor = row.id
  }

  /** Gives the rows from the last toggled one to this one its state; without one, toggles this row. */
  extendTo(row: Row, visible: readonly Row[]): void {
    const from = visible.findIndex(({ id }) => id === this.#anchor)
    const to = visible.indexOf(row)
    if (from < 0 || to < 0) {
      this.toggle(row, visible)
      return
    }
    const isChosen = this.has(this.#anchor!)
    const rows = this.#explicitRows(visible)
    for (const one of visible.slice(Math.min(from, to), Math.max(from, to) + 1)) {
      if (isChosen) rows.set(one.id, one)
      else rows.delete(one.id)
    }
    this.#choose(rows)
  }

  /** Selects all shown rows, or clears the selection if all are selected. */
  toggleVisible(visible: readonly Row[]): void {
    if (visible.every(({ id }) => this.has(id))) this.clear()
    else this.#choose(new Map(visible.map((row) => [row.id, row])))
  }

  /** Selects all matches. */
  chooseAll(total: number): void {
    this.#rows = new Map()
    this.all = total
  }

  clear(): void {
    this.#choose(new Map())
    this.#anchor = undefined
  }

  #choose(rows: ReadonlyMap<string, Row>): void {
    this.all = undefined
    this.#rows = rows
  }

  /** Converts "all" to the shown rows before one is deselected. */
  #explicitRows(visible: readonly Row[]): Map<string, Row> {
    return new Map(this.all === undefined ? this.#rows : visible.map((row) => [row.id, row]))
  }
}
