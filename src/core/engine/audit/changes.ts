import type { Where } from '../../kernel/query.ts'
import { toDateTime } from '../../kernel/time.ts'
import type { AuditRow } from '../../model/audit.ts'
import { type TableName, tables } from '../../model/index.ts'
import type { Scope, WritableRows, Writer } from '../../ports/store.ts'
import type { Log } from '../../ports/system.ts'
import type { Services } from '../services.ts'
import { type Actor, operatorActor, type RecordedChange } from './actor.ts'
import { auditedTables, type Policy } from './policy.ts'
import { platformId } from './security-log.ts'

export { type Actor, operatorActor }

type Row = Record<string, unknown> & { id: string }
interface Change {
  table: TableName
  policy: Policy
  before: Row | undefined
  after: Row | undefined
}

/** The first and last state of each changed row. */
export class Changes {
  readonly #byRow = new Map<string, Change>()

  note(table: TableName, policy: Policy, was: Row | undefined, is: Row | undefined): void {
    const [before, after] = [viewOf(policy, was), viewOf(policy, is)]
    if (!before && !after) return
    const key = `${table}|${(before ?? after)!.id}`
    const known = this.#byRow.get(key)
    if (known) known.after = after
    else this.#byRow.set(key, { table, policy, before, after })
  }

  toRows(services: Services, actor: Actor, recorded: readonly RecordedChange[]): AuditRow[] {
    const rows = recorded.map((change) => entryOf(services, actor, { ...change, action: 'CHANGED' }))
    for (const change of this.#byRow.values()) {
      const shown = difference(change)
      if (shown) rows.push(toRow(services, actor, change, shown))
    }
    return rows
  }

  /** Logs changes of permissions and credentials. Call it after the commit. */
  logSecurityEvents(log: Log, actor: Actor): void {
    for (const { table, policy, before, after } of this.#byRow.values()) {
      const row = after ?? before
      const event = policy.event?.(before, after)
      if (!row || event === undefined) continue
      log.info('security event', {
        event: `security.${event}`,
        subject: row.id,
        organisationId: organisationOf(table, row),
        actorType: actor.type,
        actorId: actor.id,
        operation: actor.operation,
        requestId: actor.requestId,
      })
    }
  }
}

const viewOf = (policy: Policy, row: Row | undefined): Row | undefined =>
  row && policy.view ? (policy.view(row) as Row | undefined) : row

type Shown = Pick<AuditRow, 'before' | 'after'>

const toRow = (services: Services, actor: Actor, change: Change, shown: Shown): AuditRow => {
  const { table, policy, before, after } = change
  const row = (after ?? before)!
  return entryOf(services, actor, {
    organisationId: organisationOf(table, row),
    mode: row.mode === 'live' || row.mode === 'test' ? row.mode : null,
    action: before ? (after ? 'CHANGED' : 'REMOVED') : 'CREATED',
    resource: policy.resourceById?.[row.id] ?? policy.resource,
    resourceId: row.id,
    ...shown,
  })
}

type EntryContent = Shown & Pick<AuditRow, 'organisationId' | 'mode' | 'action' | 'resource' | 'resourceId'>

export const entryOf = (services: Services, actor: Actor, content: EntryContent): AuditRow => ({
  id: services.ids.next('aud'),
  ...content,
  actorType: actor.type,
  actorId: actor.id,
  actorName: actor.name,
  operation: actor.operation ?? null,
  requestId: actor.requestId ?? null,
  // Uses real time in test mode too, because it shows when the actor acted.
  createdAt: services.clock.now(),
  expiresAt: null,
})

const organisationOf = (table: TableName, row: Row): string =>
  table === 'organisations' ? row.id : String(row.organisationId ?? platformId)

/** Columns that the entry stores elsewhere, or that every write changes. */
const plumbing = ['id', 'organisationId', 'mode', 'revision', 'createdAt', 'updatedAt']

/** Returns the fields that differ; all of a created or removed row. Undefined if none differ. */
const difference = ({ table, policy, before, after }: Change): Shown | undefined => {
  if (!before && !after) return undefined
  const silent = [...plumbing, ...(policy.ignore ?? [])]
  const all = policy.view ? { ...before, ...after } : tables[table].columns
  const fields = Object.keys(all).filter((field) => !silent.includes(field))
  const differing = before && after ? fields.filter((field) => !same(before[field], after[field])) : fields
  if (differing.length === 0) return undefined
  const view = (row: Row | undefined) =>
    row ? Object.fromEntries(differing.map((field) => [field, shown(policy, field, row[field])])) : null
  return { before: view(before), after: view(after) }
}

const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)

const hidden = '[hidden]'
/** Maximum characters of a value; a longer one, such as a template, is replaced by its length. */
export const longest = 1000

const shown = (policy: Policy, field: string, value: unknown): unknown => {
  if (value === null || value === undefined) return null
  if (policy.hide?.includes(field) || value instanceof Uint8Array) return hidden
  if (typeof value === 'number' && /(?:At|Until|On)$/.test(field)) return toDateTime(value)
  const length = JSON.stringify(value).length
  return length > longest ? `[${length} characters]` : value
}

type AnyRow = { id: string } & Record<string, unknown>

/** Wraps rows to note changes. Only audited tables are wrapped, so creating an item costs one object. */
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
    // Only counters and balances, which users never set directly, are changed by these.
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
