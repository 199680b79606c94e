import { dayMs, hourMs, minuteMs, toDateTime } from '../../kernel/time.ts'
import type { AuditRow } from '../../model/audit.ts'
import type { Store } from '../../ports/store.ts'
import type { Clock, Log } from '../../ports/system.ts'
import type { Ids } from '../ids.ts'

/**
 * Events that change nothing. Each is a line of the log, `event: security.<name>`, and a row of the audit
 * log.
 */
export const securityEvents = [
  /** A wrong password, an unknown address, a disabled account. */
  'sign_in_failed',
  /** A right password with a wrong or used code of the second factor. */
  'second_factor_failed',
  /** Too many attempts, so that the password was not checked. */
  'locked_out',
  /** The use of a key after it was revoked or has expired. */
  'revoked_key_used',
  /** A `Host` that this server does not answer to. */
  'host_refused',
] as const
export type SecurityEvent = (typeof securityEvents)[number]

export interface SecurityNote {
  event: SecurityEvent
  /**
   * The id of a key or user, or a host. Never a secret, nor text that might be one, such as a mistyped user
   * name.
   */
  subject?: string | undefined
  /** The organisation whose audit log gets the entry; the platform's by default. */
  organisationId?: string | undefined
  /** The network that the request came from. */
  address?: string | undefined
  /** The operation that was called, and the request. */
  operation?: string | undefined
  requestId?: string | undefined
}

/** Stands in for an organisation in audit entries that concern none; operators read them. */
export const platformId = 'platform'

export const securityLogLimits = {
  /** Distinct entries of one event in an hour, for each organisation; one further entry counts the rest. */
  perHour: 60,
  /** Equal events within this time make one entry, with their count. */
  windowMs: minuteMs,
  days: 90,
} as const

/** Longest subject or address; the rest is cut off. */
const longestText = 100

interface Entry {
  note: SecurityNote
  count: number
  firstAt: number
  lastAt: number
  endsAt: number
}

/**
 * Security events: logged at once, kept in memory, and written to the audit log when their minute is over.
 */
export interface SecurityLog {
  note(note: SecurityNote): void
  /** Writes the entries whose window is over, or all of them at the end of a process. */
  flush(all?: 'all'): Promise<void>
}

/**
 * The log cannot be made to fill a disk: within a minute equal events are only counted, and of events beyond
 * the hourly limit only the number is kept. Each organisation has a limit of its own, so that a flood against
 * one does not hide what happens to another. The log line comes first, so that no event is lost in a crash.
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
  /** Counts an event with an open entry; false where there is none. */
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
          if (count > 1) log.warn('security event, again', { ...lineOf(note), count })
        }
        // Each transaction concerns one organisation, so that none holds up two.
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

/** Returns whether a budget, by its key, has an entry left in this hour, and uses it. */
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

/** Reduces the untrusted subject and address to visible ASCII of bounded length. */
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
