import { dayMs, hourMs, minuteMs, toDateTime } from '../../kernel/time.ts'
import type { AuditRow } from '../../model/audit.ts'
import type { Store } from '../../ports/store.ts'
import type { Clock, Log } from '../../ports/system.ts'
import type { Ids } from '../ids.ts'

/** Events without a change of data. Each is a log line, `event: security.<name>`, and an audit log row. */
export const securityEvents = [
  /** Wrong password, unknown address or disabled account. */
  'sign_in_failed',
  /** Right password, but a wrong or used second-factor code. */
  'second_factor_failed',
  /** Too many attempts: the password was not checked. */
  'locked_out',
  /** Use of a revoked or expired key. */
  'revoked_key_used',
  /** A `Host` that this server doesn't serve. */
  'host_refused',
] as const
export type SecurityEvent = (typeof securityEvents)[number]

export interface SecurityNote {
  event: SecurityEvent
  /** Id of a key or user, or a host. Never text that might be a secret, such as a mistyped user name. */
  subject?: string | undefined
  /** The organisation whose audit log gets the entry; by default the platform. */
  organisationId?: string | undefined
  /** Network of the client. */
  address?: string | undefined
  operation?: string | undefined
  requestId?: string | undefined
}

/** Organisation id of audit entries that belong to none; operators read them. */
export const platformId = 'platform'

export const securityLogLimits = {
  /** Entries per event, organisation and hour; one more entry counts the rest. */
  perHour: 60,
  /** Equal events within this time share an entry, with their count. */
  windowMs: minuteMs,
  days: 90,
} as const

/** Maximum characters of subject and address; the rest is cut off. */
const longestText = 100

interface Entry {
  note: SecurityNote
  count: number
  firstAt: number
  lastAt: number
  endsAt: number
}

/** Logs events immediately, collects them in memory, and writes them to the audit log in `flush`. */
export interface SecurityLog {
  note(note: SecurityNote): void
  /** Writes entries whose window has ended, or all of them when the process exits. */
  flush(all?: 'all'): Promise<void>
}

/**
 * Creates a log that can't fill a disk: equal events within a minute are counted, and beyond the hourly limit
 * only the number is kept. Each organisation has its own limit, so that a flood hides no events of another.
 * The log line is written first, so that a crash loses no event.
 */
export const createSecurityLog = (services: {
  store: Store
  ids: Ids
  log: Log
  clock: Clock
}): SecurityLog => {
  const { log, clock } = services
  const entries = new Map<string, Entry>()
  const fitsBudget = hourlyBudget()
  let writing: Promise<void> = Promise.resolve()

  const begin = (key: string, note: SecurityNote, now: number, windowMs: number): void => {
    entries.set(key, { note, count: 1, firstAt: now, lastAt: now, endsAt: now + windowMs })
    log.warn('security event', lineOf(note))
  }
  /** Counts a repeated event in its open entry. Returns false if there is none. */
  const countRepeat = (key: string, now: number): boolean => {
    const entry = entries.get(key)
    if (!entry) return false
    entry.count++
    entry.lastAt = now
    return true
  }
  const ended = (all: boolean): Entry[] => {
    const now = clock.now()
    const over = [...entries].filter(([, entry]) => all || entry.endsAt <= now)
    for (const [key] of over) entries.delete(key)
    return over.map(([, entry]) => entry)
  }
  return {
    note(given) {
      const now = clock.now()
      const note = cut(given)
      const key = JSON.stringify([note.event, note.organisationId, note.subject, note.address])
      if (countRepeat(key, now)) return
      const { event, organisationId } = note
      const budget = `${event}|${organisationId ?? platformId}`
      if (fitsBudget(budget, now)) return begin(key, note, now, securityLogLimits.windowMs)
      if (!countRepeat(budget, now)) begin(budget, { event, organisationId, subject: 'others' }, now, hourMs)
    },
    flush(all) {
      writing = writing.then(async () => {
        const over = ended(all !== undefined)
        for (const { note, count } of over) {
          if (count > 1) log.warn('security event, repeated', { ...lineOf(note), count })
        }
        // One transaction per organisation, so that none delays another.
        for (const group of Map.groupBy(over, ({ note }) => note.organisationId).values()) {
          await services.store.write((rows) =>
            rows.auditLog.insertMany(group.map((entry) => toRow(services, entry))),
          )
        }
      })
      const result = writing
      writing = writing.catch(() => undefined)
      return result
    },
  }
}

/** Returns a function that counts an entry, and returns false if its hourly budget is used up. */
const hourlyBudget = () => {
  const used = new Map<string, number>()
  let hour = Number.NaN
  return (budget: string, now: number): boolean => {
    if (Math.floor(now / hourMs) !== hour) {
      hour = Math.floor(now / hourMs)
      used.clear()
    }
    const count = (used.get(budget) ?? 0) + 1
    used.set(budget, count)
    return count <= securityLogLimits.perHour
  }
}

/** Limits subject and address, which are untrusted, to visible ASCII of bounded length. */
const cut = (note: SecurityNote): SecurityNote => {
  const short = (text: string | undefined) =>
    text
      ?.toWellFormed()
      .replace(/[^\x20-\x7e]/g, '?')
      .slice(0, longestText)
  return { ...note, subject: short(note.subject), address: short(note.address) }
}

const lineOf = ({ event, ...note }: SecurityNote) => ({ event: `security.${event}`, ...note })

const toRow = ({ ids }: { ids: Ids }, { note, count, firstAt, lastAt }: Entry): AuditRow => ({
  id: ids.next('aud'),
  organisationId: note.organisationId ?? platformId,
  mode: null,
  actorType: 'PUBLIC',
  actorId: 'public',
  actorName: note.address ?? 'public',
  operation: note.operation ?? null,
  action: 'OBSERVED',
  resource: 'security',
  resourceId: note.subject ?? 'unknown',
  before: null,
  after: {
    event: `security.${note.event}`,
    count,
    firstAt: toDateTime(firstAt),
    lastAt: toDateTime(lastAt),
  },
  requestId: note.requestId ?? null,
  createdAt: firstAt,
  expiresAt: firstAt + securityLogLimits.days * dayMs,
})
