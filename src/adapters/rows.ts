import { tables } from '../core/model/index.ts'
import type { Rows, WritableRows } from '../core/ports/store.ts'

type NameOfTable = keyof typeof tables

/**
 * Makes the `rows` of a body. Each table is made with its first use, so that a transaction costs what it
 * touches and not the number of tables.
 */
export function rowsFactory<Source>(
  make: (source: Source, name: NameOfTable) => object,
  rest: (source: Source, aheadMs?: number) => Promise<void> | undefined = () => undefined,
): (source: Source) => Rows & WritableRows {
  class TableRows {
    readonly source: Source
    readonly made = new Map<NameOfTable, object>()
    constructor(source: Source) {
      this.source = source
    }
    rest(aheadMs?: number): Promise<void> | undefined {
      return rest(this.source, aheadMs)
    }
  }
  for (const name of Object.keys(tables) as NameOfTable[]) {
    Object.defineProperty(TableRows.prototype, name, {
      get(this: TableRows) {
        const made = this.made.get(name)
        if (made) return made
        const rows = make(this.source, name)
        this.made.set(name, rows)
        return rows
      },
    })
  }
  return (source) => new TableRows(source) as unknown as Rows & WritableRows
}
