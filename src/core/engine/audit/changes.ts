import { toDateTime } from '../../kernel/time.ts'
import type { AuditActorType, AuditRow } from '../../model/audit.ts'
import { type TableName, tables } from '../../model/index.ts'
import type { Log } from '../../ports/log.ts'
import type { Services } from '../services.ts'
import type { Policy } from './policy.ts'
import { platformId } from './security-log.ts'

/** Who a transaction's changes are written down for. */
export interface Actor {
  type: AuditActorType
  id: string
  name: string
  operation?: string
  requestId?: string
}

/** The command line, a seed, or a program that has the core as a library. */
export const operatorActor: Actor = { type: 'OPERATOR', id: 'operator', name: 'command line' }

type Row = Record<string, unknown> & { id: string }
interface Change {
  table: TableName
  policy: Policy
  before: Row | undefined
  after: Row | undefined
}

/** What a transaction did to audited rows: each row once, from what it was to what it is at the end. */
export class Changes {
  readonly #byRow = new Map<string, Change>()

  note(table: TableName, policy: Policy, before: Row | undefined, after: Row | undefined): void {
    const key = `${table}|${(before ?? after)!.id}`
    const known = this.#byRow.get(key)
    if (known) known.after = after
    else this.#byRow.set(key, { table, policy, before, after })
  }

  toRows(services: Services, actor: Actor): AuditRow[] {
    const rows: AuditRow[] = []
    for (const change of this.#byRow.values()) {
      const shown = difference(change)
      if (shown) rows.push(toRow(services, actor, change, shown))
    }
    return rows
  }

  /** What they mean for who may do what, as lines of the log; for after they were committed. */
  tell(log: Log, actor: Actor): void {
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

type Shown = Pick<AuditRow, 'before' | 'after'>

const toRow = (services: Services, actor: Actor, change: Change, shown: Shown): AuditRow => {
  const { table, policy, before, after } = change
  const row = (after ?? before)!
  return {
    id: services.ids.next('aud'),
    organisationId: organisationOf(table, row),
    mode: row.mode === 'live' || row.mode === 'test' ? row.mode : null,
    actorType: actor.type,
    actorId: actor.id,
    actorName: actor.name,
    operation: actor.operation ?? null,
    action: before ? (after ? 'CHANGED' : 'REMOVED') : 'CREATED',
    resource: policy.resource,
    resourceId: row.id,
    ...shown,
    requestId: actor.requestId ?? null,
    // Real time, also of test mode: the log says when somebody did it.
    createdAt: services.clock.now(),
    expiresAt: null,
  }
}

const organisationOf = (table: TableName, row: Row): string =>
  table === 'organisations' ? row.id : String(row.organisationId ?? platformId)

/** Fields that stand in the entry itself, or only say that something changed. */
const plumbing = ['id', 'organisationId', 'mode', 'revision', 'createdAt', 'updatedAt']

/** The fields that differ, or of what was made or removed all of them; undefined where nothing did. */
const difference = ({ table, policy, before, after }: Change): Shown | undefined => {
  if (!before && !after) return undefined
  const silent = [...plumbing, ...(policy.ignore ?? [])]
  const fields = Object.keys(tables[table].columns).filter((field) => !silent.includes(field))
  const differing = before && after ? fields.filter((field) => !same(before[field], after[field])) : fields
  if (differing.length === 0) return undefined
  const view = (row: Row | undefined) =>
    row ? Object.fromEntries(differing.map((field) => [field, shown(policy, field, row[field])])) : null
  return { before: view(before), after: view(after) }
}

const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)

const hidden = '[hidden]'
/** Characters of one value: a whole template is not the log's business. */
export const longest = 1000

const shown = (policy: Policy, field: string, value: unknown): unknown => {
  if (value === null || value === undefined) return null
  if (policy.hide?.includes(field) || value instanceof Uint8Array) return hidden
  if (typeof value === 'number' && /(?:At|Until|On)$/.test(field)) return toDateTime(value)
  const length = JSON.stringify(value).length
  return length > longest ? `[${length} characters]` : value
}
