import { Findings } from '../support/tools.ts'

export interface Envelope {
  id: string
  type: string
  createdAt: string
  isTest: boolean
  data: { item?: { id: string; status: string } }
}

/** Allowed status changes (docs/state-machines.md), repeated here on purpose: from the document, not from the code. */
const legal: Record<string, readonly string[]> = {
  '': ['CREATED'],
  CREATED: ['NEEDS_ATTENTION', 'SUPPRESSED', 'PENDING_APPROVAL', 'HELD', 'READY', 'CANCELLED'],
  NEEDS_ATTENTION: ['NEEDS_ATTENTION', 'SUPPRESSED', 'PENDING_APPROVAL', 'HELD', 'READY', 'CANCELLED'],
  PENDING_APPROVAL: ['NEEDS_ATTENTION', 'SUPPRESSED', 'HELD', 'READY', 'CANCELLED'],
  HELD: ['NEEDS_ATTENTION', 'SUPPRESSED', 'PENDING_APPROVAL', 'HELD', 'READY', 'CANCELLED'],
  READY: ['SCHEDULED', 'HELD', 'NEEDS_ATTENTION', 'SUPPRESSED', 'CANCELLED'],
  SCHEDULED: ['IN_PRODUCTION', 'HELD', 'READY', 'SUPPRESSED', 'FAILED', 'CANCELLED'],
  IN_PRODUCTION: ['HANDED_TO_CARRIER', 'NOT_SENT', 'FAILED'],
  HANDED_TO_CARRIER: ['COMPLETED', 'RETURNED', 'NOT_SENT'],
  COMPLETED: ['RETURNED'],
}

/** Follows each item's events in order of id: every change must be allowed, and the last status the present one. */
export const checkLives = (envelopes: readonly Envelope[], statusOf: ReadonlyMap<string, string>): void => {
  const findings = new Findings()
  const lives = new Map<string, Envelope[]>()
  // An id may arrive more than once; it is the same event.
  const unique = new Map(envelopes.map((envelope) => [envelope.id, envelope]))
  for (const envelope of [...unique.values()].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const id = envelope.data.item?.id
    if (!id) continue
    lives.set(id, [...(lives.get(id) ?? []), envelope])
  }
  for (const [id, status] of statusOf) {
    let present = ''
    for (const { type, data } of lives.get(id) ?? []) {
      const next = data.item!.status
      findings.check(type === `item.${next.toLowerCase()}`, `${id}: ${type} says ${next}`)
      findings.check(
        legal[present]?.includes(next) ?? false,
        `${id}: ${present || 'nothing'} → ${next} is not allowed`,
      )
      present = next
    }
    findings.check(present === status, `${id} is ${status}, but its events end with ${present || 'nothing'}`)
  }
  findings.assertNone('Events')
}
