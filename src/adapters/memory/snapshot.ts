import type { Row } from '../store-rules.ts'
import type { Overlay } from './select.ts'
import type { MemoryTable } from './table.ts'

/** What the tables held before changes were made: how a reader sees past them, and how they are undone. */
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
