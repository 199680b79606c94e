import { tables } from '../../core/model/index.ts'
import type { Rows, Store, WritableRows } from '../../core/ports/store.ts'
import { foreignWait, type Row, rowsFactory, Session } from '../store-rules.ts'
import { MemoryReader, MemoryWriter } from './rows.ts'
import type { Overlay } from './select.ts'
import { MemoryTable } from './table.ts'

/** Previous values of changed rows, for readers' snapshots and for rollback. */
class Before {
  readonly #tables = new Map<MemoryTable, Map<string, Row | undefined>>()

  /** Keeps the first value noted for a row. */
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

interface Change {
  table: MemoryTable
  id: string
  previous: Row | undefined
}

/** Options of a store in memory. */
export interface MemoryStoreOptions {
  /** Runs each transaction callback twice, as group commit may, to reveal side effects besides rows. */
  replay?: boolean
}

/** Stores rows in memory, with transactions and snapshots. */
export const createMemoryStore = (options: MemoryStoreOptions = {}): Store => {
  const database = new MemoryDatabase()
  let closed = false
  let last: Promise<unknown> = Promise.resolve()
  const assertOpen = () => {
    if (closed) throw new Error('The store is closed.')
  }
  return {
    async read(callback) {
      assertOpen()
      const snapshot = new Snapshot(database)
      try {
        return await callback(readerRows(snapshot))
      } finally {
        snapshot.close()
      }
    },
    async write(callback) {
      assertOpen()
      const written = last.then(async () => {
        if (options.replay) await database.transact(callback, 'undo')
        return database.transact(callback, 'keep')
      })
      last = written.catch(() => {})
      return written
    },
    async close() {
      closed = true
      await last
    },
  }
}

class MemoryDatabase {
  readonly tables = Object.fromEntries(
    Object.entries(tables).map(([name, table]) => [name, new MemoryTable(table as never)]),
  ) as Record<keyof typeof tables, MemoryTable>
  readonly snapshots = new Set<Snapshot>()
  /** Changes of the current transaction, oldest first. */
  changes: Change[] = []

  put(table: MemoryTable, id: string, next: Row | undefined): void {
    const previous = table.rows.get(id)
    this.changes.push({ table, id, previous })
    for (const snapshot of this.snapshots) snapshot.before.note(table, id, previous)
    table.set(id, next)
  }

  undoTo(mark: number): void {
    while (this.changes.length > mark) {
      const { table, id, previous } = this.changes.pop()!
      table.set(id, previous)
    }
  }

  async transact<T>(callback: (rows: WritableRows) => Promise<T>, end: 'keep' | 'undo'): Promise<T> {
    const transaction = new Transaction(this)
    try {
      const result = await settleSoon(callback(writerRows(transaction)))
      if (end === 'undo') this.undoTo(0)
      return result
    } catch (error) {
      this.undoTo(0)
      throw error
    } finally {
      transaction.close()
      this.changes = []
    }
  }
}

class Snapshot extends Session {
  readonly database: MemoryDatabase
  readonly before = new Before()

  constructor(database: MemoryDatabase) {
    super()
    this.database = database
    this.before.noteAll(database.changes)
    database.snapshots.add(this)
  }

  override close(): void {
    super.close()
    this.database.snapshots.delete(this)
  }
}

class Transaction extends Session {
  readonly database: MemoryDatabase

  constructor(database: MemoryDatabase) {
    super()
    this.database = database
  }

  /** Applies all changes of a statement, or none. */
  statement<T>(table: MemoryTable, changes: (put: (id: string, next: Row | undefined) => void) => T): T {
    this.assertOpen()
    const mark = this.database.changes.length
    try {
      return changes((id, next) => {
        if (next) table.assertUnique(next)
        this.database.put(table, id, next)
      })
    } catch (error) {
      this.database.undoTo(mark)
      throw error
    }
  }
}

const readerRows: (snapshot: Snapshot) => Rows = rowsFactory((snapshot, name) => {
  const table = snapshot.database.tables[name]
  return new MemoryReader(table, snapshot, () => snapshot.before.overlay(table))
})

const writerRows: (transaction: Transaction) => WritableRows = rowsFactory(
  (transaction, name) => new MemoryWriter(transaction.database.tables[name], transaction),
)

/**
 * Rejects unless the callback settles before a timer fires, which it does if it awaits only its rows. Waiting
 * for anything else would block all other transactions, and fails on a database too.
 */
function settleSoon<T>(settling: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(foreignWait()), 0)
    settling.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
