import type { Row } from '../store-rules.ts'
import type { Overlay } from './select.ts'
import type { MemoryTable } from './table.ts'

/**
 * The rows before changes were made: a reader's snapshot is made from them, and changes are undone with them.
 */
export class Before {
  readonly #tables = new Map<MemoryTable, Map<string, Row | undefined>>()

  /** The first value noted is the one that counts. */
  note(table: MemoryTable, id: string, row: Row | undefined): void {
    let rows = this.#tables.get(table)
    if (!rows) {
      rows = new Map()
      this.#tables.set(table, rows)
    }
    if (!rows.has(id)) rows.set(id, row)
  }

  noteAll(changes: Iterable<Change>): void {
    for (const { table, id, previous } of changes) this.note(table, id, previous)
  }

  overlay(table: MemoryTable): Overlay | undefined {
    return this.#tables.get(table)
  }
}

export interface Change {
  table: MemoryTable
  id: string
  previous: Row | undefined
}
