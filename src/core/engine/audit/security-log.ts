import { dayMs, hourMs, minuteMs, toDateTime } from '../../kernel/time.ts'
import type { AuditRow } from '../../model/audit.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Log } from '../../ports/log.ts'
import type { Store } from '../../ports/store.ts'
import type { Ids } from '../ids.ts'

/** What is seen without anything being changed. Each is a line of the log, `event: security.<name>`, and a row of the audit log. */
export const securityEvents = [
  /** A wrong password, an unknown address, a disabled account. */
  'sign_in_failed',
  /** A right password with a wrong or used code of the second factor. */
  'second_factor_failed',
  /** Too many attempts: nobody looked at the password. */
  'locked_out',
  /** A key after it was revoked, or after it expired. */
  'revoked_key_used',
  /** A `Host` that this server does not answer to. */
  'host_refused',
] as const
export type SecurityEvent = (typeof securityEvents)[number]

export interface SecurityNote {
  event: SecurityEvent
  /** What it is about: the id of a key or user, a host. Never a secret, nor anything that may be one by mistake. */
  subject?: string | undefined
  /** Whose audit log it belongs to; the platform's by default. */
  organisationId?: string | undefined
  /** The network that it came from. */
  address?: string | undefined
  /** The operation that was called, and the request. */
  operation?: string | undefined
  requestId?: string | undefined
}

/** Whose entries in the audit log are about no organisation: operators read them. */
export const platformId = 'platform'

export const securityLogLimits = {
  /** Different things told of one event in an hour, in the log of one organisation; what exceeds them is counted in one entry. */
  perHour: 60,
  /** The same seen again is one entry for so long. */
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

/** Noted in memory, logged at once, written when its minute is over. */
export interface SecurityLog {
  note(note: SecurityNote): void
  /** Writes the entries whose time is over; all of them at the end of a process. */
  flush(all?: 'all'): Promise<void>
}

/**
 * Nothing of it can be made to fill a disk: the same thing again in a minute only counts, and of more different things than an
 * hour has room for only their number is kept. Each organisation has its own room, so that none hides what happens to another. The line in the log comes first, so that a crash takes no event with it.
 */
export const createSecurityLog = (services: {
  store: Store
  ids: Ids
  log: Log
  clock: Clock
}): SecurityLog => {
  const { log, clock } = services
  const entries = new Map<string, Entry>()
  const mayTell = hourlyBudget()
  let writing: Promise<void> = Promise.resolve()

  const begin = (key: string, note: SecurityNote, now: number, windowMs: number): void => {
    entries.set(key, { note, count: 1, firstAt: now, lastAt: now, endsAt: now + windowMs })
    log.warn('security event', lineOf(note))
  }
  const again = (key: string, now: number): boolean => {
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
      if (again(key, now)) return
      const { event, organisationId } = note
      const room = `${event}|${organisationId ?? platformId}`
      if (mayTell(room, now)) return begin(key, note, now, securityLogLimits.windowMs)
      if (!again(room, now)) begin(room, { event, organisationId, subject: 'others' }, now, hourMs)
    },
    flush(all) {
      writing = writing.then(async () => {
        const over = ended(all !== undefined)
        for (const { note, count } of over) {
          if (count > 1) log.warn('security event, again', { ...lineOf(note), count })
        }
        // One organisation in one transaction: nobody waits for two.
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

/** Whether there is room for one more thing in this hour. */
const hourlyBudget = () => {
  const told = new Map<string, number>()
  let hour = Number.NaN
  return (room: string, now: number): boolean => {
    if (Math.floor(now / hourMs) !== hour) {
      hour = Math.floor(now / hourMs)
      told.clear()
    }
    const count = (told.get(room) ?? 0) + 1
    told.set(room, count)
    return count <= securityLogLimits.perHour
  }
}

/** Visible text of bounded length: hosts and addresses are what a stranger sent. */
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
