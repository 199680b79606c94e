import type { Schemas } from '../api/client.ts'
import { statesEn } from './states.en.ts'

export type Kind = keyof typeof statesEn
export type State<K extends Kind> = Schemas[K]
export type States = { [K in Kind]: Record<Schemas[K], string> }

/** Fails to compile if a state has no label. */
export const english: States = statesEn

export type Tone = 'good' | 'warn' | 'bad' | 'accent' | 'plain'

const tones: Readonly<Record<Exclude<Tone, 'plain'>, readonly string[]>> = {
  good: [
    'COMPLETED',
    'HANDED_TO_CARRIER',
    'DELIVERED',
    'ACTIVE',
    'PAID',
    'ACCEPTED',
    'ANSWERED',
    'OPERATIONAL',
    'DONE',
  ],
  warn: [
    'NEEDS_ATTENTION',
    'PENDING_APPROVAL',
    'HELD',
    'PAUSED',
    'ISSUED',
    'VALIDATED',
    'DEGRADED',
    'FAILING',
  ],
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
  accent: [
    ...['READY', 'SCHEDULED', 'IN_PRODUCTION', 'CUTOFF_REACHED', 'RENDERING', 'RENDERED', 'HANDING_OVER'],
    ...['HANDED_TO_PRINTER', 'VALIDATING', 'APPROVED', 'SENDING', 'PENDING', 'RUNNING', 'OPEN'],
  ],
}

/** Returns the colour of a state, which is always shown with its label. */
export const toneOf = (state: string): Tone =>
  (Object.keys(tones) as (keyof typeof tones)[]).find((tone) => tones[tone].includes(state)) ?? 'plain'
