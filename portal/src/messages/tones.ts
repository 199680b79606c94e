import type states from '../../messages/en/states.json'

/** Schema names of states in the API document. */
export type Kind = keyof typeof states

/** Colour of a label (`styles/base.css`); all but `plain` have an icon too (`ui/Tag.svelte`). */
export type Tone = 'good' | 'info' | 'sent' | 'warn' | 'bad' | 'ahead' | 'off' | 'approve' | 'plain'

const tones: Readonly<Record<Exclude<Tone, 'plain'>, readonly string[]>> = {
  good: ['COMPLETED', 'DELIVERED', 'ACTIVE', 'PAID', 'ACCEPTED', 'ANSWERED', 'OPERATIONAL', 'DONE'],
  info: [
    ...['IN_PRODUCTION', 'CUTOFF_REACHED', 'RENDERING', 'RENDERED', 'HANDING_OVER', 'HANDED_TO_PRINTER'],
    ...['VALIDATING', 'APPROVED', 'SENDING', 'PENDING', 'RUNNING', 'TicketStatus.OPEN'],
  ],
  sent: ['HANDED_TO_CARRIER'],
  warn: ['NEEDS_ATTENTION', 'HELD', 'PAUSED', 'ISSUED', 'DEGRADED', 'FAILING'],
  bad: [
    'FAILED',
    'RETURNED',
    'NOT_SENT',
    'EXHAUSTED',
    'MISSED',
    'SUSPENDED',
    'EXPIRED',
    'OUTAGE',
    'INTERRUPTED',
  ],
  ahead: ['CREATED', 'READY', 'SCHEDULED', 'DRAFT', 'WAITING', 'OPEN'],
  off: ['CANCELLED', 'SUPPRESSED', 'ARCHIVED', 'REVOKED', 'VOID', 'CLOSED', 'DROPPED'],
  approve: ['PENDING_APPROVAL', 'VALIDATED'],
}

/** Returns the colour of a state, which is always shown with its icon and label. */
export const toneOf = (kind: Kind, state: string): Tone => {
  const all = Object.keys(tones) as (keyof typeof tones)[]
  const having = (name: string) => all.find((tone) => tones[tone].includes(name))
  return having(`${kind}.${state}`) ?? having(state) ?? 'plain'
}
