import type { Where } from '../../kernel/query.ts'
import { type TableName, tables } from '../../model/index.ts'
import type { Scope, WritableRows, Writer } from '../../ports/store.ts'
import type { Changes } from './changes.ts'
import { auditedTables, type Policy } from './policy.ts'

type AnyRow = { id: string } & Record<string, unknown>

/**
 * The rows of a transaction, with every change to an audited table recorded beside the row's earlier state.
 * Other tables are passed through, so that creating an item costs one object and nothing else.
 */
export const auditedRows = (rows: WritableRows, changes: Pick<Changes, 'note'>): WritableRows =>
  new WatchedRows(rows, changes) as unknown as WritableRows

class WatchedRows {
  readonly rows: WritableRows
  readonly changes: Pick<Changes, 'note'>
  made: Map<string, object> | undefined
  constructor(rows: WritableRows, changes: Pick<Changes, 'note'>) {
    this.rows = rows
    this.changes = changes
  }
  rest(aheadMs?: number) {
    return this.rows.rest(aheadMs)
  }
}

for (const name of Object.keys(tables) as TableName[]) {
  const policy = auditedTables[name]
  Object.defineProperty(WatchedRows.prototype, name, {
    get(this: WatchedRows) {
      if (!policy) return this.rows[name]
      let made = this.made?.get(name)
      if (!made) {
        made = watched(this.rows[name] as unknown as Writer<AnyRow>, name, policy, this.changes)
        this.made ??= new Map()
        this.made.set(name, made)
      }
      return made
    },
  })
}

const watched = (
  inner: Writer<AnyRow>,
  table: TableName,
  policy: Policy,
  changes: Pick<Changes, 'note'>,
): Writer<AnyRow> => {
  const note = (before: AnyRow | undefined, after: AnyRow | undefined) =>
    changes.note(table, policy, before, after)
  const meeting = (scope: Scope, where: Where<AnyRow>) => inner.find(scope, where)
  return {
    get: (scope, id, options) => inner.get(scope, id, options),
    find: (scope, where, options) => inner.find(scope, where, options),
    count: (scope, where) => inner.count(scope, where),
    tally: (scope, where, options) => inner.tally(scope, where, options),
    bundles: (scope, where, options) => inner.bundles(scope, where, options),
    sums: (scope, where, options) => inner.sums(scope, where, options),
    list: (scope, query) => inner.list(scope, query),
    async insert(row) {
      await inner.insert(row)
      note(undefined, row)
    },
    async insertMany(rows) {
      await inner.insertMany(rows)
      for (const row of rows) note(undefined, row)
    },
    async update(scope, id, patch, expected) {
      const before = await inner.get(scope, id)
      const updated = await inner.update(scope, id, patch, expected)
      if (updated && before) note(before, { ...before, ...patch })
      return updated
    },
    async updateWhere(scope, where, patch) {
      const before = await meeting(scope, where)
      const updated = await inner.updateWhere(scope, where, patch)
      for (const row of before) note(row, { ...row, ...patch })
      return updated
    },
    // Only counters and balances are added to, which people never set by hand.
    add: (row, deltas) => inner.add(row, deltas),
    addIf: (scope, id, deltas, atLeast) => inner.addIf(scope, id, deltas, atLeast),
    addUnread: (row, deltas) => inner.addUnread(row, deltas),
    addEachUnread: (rows, fields) => inner.addEachUnread(rows, fields),
    addIfUnread: (scope, id, deltas, atLeast) => inner.addIfUnread(scope, id, deltas, atLeast),
    async remove(scope, where) {
      const before = await meeting(scope, where)
      const removed = await inner.remove(scope, where)
      for (const row of before) note(row, undefined)
      return removed
    },
  }
}
