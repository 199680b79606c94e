import { toDateTime } from '../../kernel/time.ts'
import type { AuditRow } from '../../model/audit.ts'
import { type TableName, tables } from '../../model/index.ts'
import type { Log } from '../../ports/log.ts'
import type { Services } from '../services.ts'
import { type Actor, operatorActor } from './actor.ts'
import type { Policy } from './policy.ts'
import type { RecordedChange } from './recorded.ts'
import { platformId } from './security-log.ts'

export { type Actor, operatorActor }

type Row = Record<string, unknown> & { id: string }
interface Change {
  table: TableName
  policy: Policy
  before: Row | undefined
  after: Row | undefined
}

/** A transaction's changes to audited rows: each row once, with its first and its last state. */
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

  /** Logs the changes that affect who may do what. Call it after the commit. */
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

type Said = Shown & Pick<AuditRow, 'organisationId' | 'mode' | 'action' | 'resource' | 'resourceId'>

export const entryOf = (services: Services, actor: Actor, said: Said): AuditRow => ({
  id: services.ids.next('aud'),
  ...said,
  actorType: actor.type,
  actorId: actor.id,
  actorName: actor.name,
  operation: actor.operation ?? null,
  requestId: actor.requestId ?? null,
  // Real time in test mode too: the log records when a person acted.
  createdAt: services.clock.now(),
  expiresAt: null,
})

const organisationOf = (table: TableName, row: Row): string =>
  table === 'organisations' ? row.id : String(row.organisationId ?? platformId)

/** Fields that the entry holds elsewhere, or that change with every write. */
const plumbing = ['id', 'organisationId', 'mode', 'revision', 'createdAt', 'updatedAt']

/**
 * The fields that differ, or all fields of a row that was created or removed; undefined where none differ.
 */
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
/** Characters of one value in the log; a longer one, such as a template, is shown by its length. */
export const longest = 1000

const shown = (policy: Policy, field: string, value: unknown): unknown => {
  if (value === null || value === undefined) return null
  if (policy.hide?.includes(field) || value instanceof Uint8Array) return hidden
  if (typeof value === 'number' && /(?:At|Until|On)$/.test(field)) return toDateTime(value)
  const length = JSON.stringify(value).length
  return length > longest ? `[${length} characters]` : value
}
