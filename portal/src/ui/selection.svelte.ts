import { untrack } from 'svelte'

/** Rows of a list that a person chose: some of those that are shown, or all that match. It is kept in memory only. */
export class Selection<Row extends { id: string }> {
  /** How many match, where a person chose all of them, also those that are not shown. */
  all = $state<number | undefined>(undefined)
  #rows = $state.raw<ReadonlyMap<string, Row>>(new Map())
  /** Where a range begins. */
  #anchor: string | undefined

  /** `key` names the filters: when it changes, nothing is chosen any more. Made while a component starts. */
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

  /** The chosen rows as they are now, as far as the list shows them, and else as they were chosen. */
  chosen(shown: readonly Row[]): Row[] {
    const fresh = new Map(shown.map((row) => [row.id, row]))
    return [...this.#rows.values()].map((row) => fresh.get(row.id) ?? row)
  }

  toggle(row: Row, shown: readonly Row[]): void {
    const rows = this.#somewhat(shown)
    if (!rows.delete(row.id)) rows.set(row.id, row)
    this.#choose(rows)
    this.#anchor = row.id
  }

  /** Everything from the row that was chosen last to this one becomes as that one is. */
  extendTo(row: Row, shown: readonly Row[]): void {
    const from = shown.findIndex(({ id }) => id === this.#anchor)
    const to = shown.indexOf(row)
    if (from < 0 || to < 0) {
      this.toggle(row, shown)
      return
    }
    const isChosen = this.has(this.#anchor!)
    const rows = this.#somewhat(shown)
    for (const one of shown.slice(Math.min(from, to), Math.max(from, to) + 1)) {
      if (isChosen) rows.set(one.id, one)
      else rows.delete(one.id)
    }
    this.#choose(rows)
  }

  /** Chooses every row that is shown; where all of them are chosen, none. */
  toggleShown(shown: readonly Row[]): void {
    if (shown.every(({ id }) => this.has(id))) this.clear()
    else this.#choose(new Map(shown.map((row) => [row.id, row])))
  }

  /** Chooses all that match. */
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

  /** Where all are chosen, those that are shown: one of them is about to be left out. */
  #somewhat(shown: readonly Row[]): Map<string, Row> {
    return new Map(this.all === undefined ? this.#rows : shown.map((row) => [row.id, row]))
  }
}
