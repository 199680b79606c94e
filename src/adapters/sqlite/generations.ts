/** Counts, table by table, the groups of transactions that may have changed it. */
export class Generations {
  readonly #counts = new Map<string, number>()

  /** Notes that the tables may have changed. An unnecessary call is harmless. */
  bump(tables: Iterable<string>): void {
    for (const table of tables) this.#counts.set(table, (this.#counts.get(table) ?? 0) + 1)
  }

  /** Grows whenever one of the tables is bumped. */
  of(tables: readonly string[]): number {
    return tables.reduce((sum, table) => sum + (this.#counts.get(table) ?? 0), 0)
  }
}
