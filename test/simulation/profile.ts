import { hourMs } from '../../src/core/kernel/time.ts'
import type { Dice } from '../fuzz/random.ts'

/** What kind of world a seed makes; shares are of 1. */
export interface Profile {
  start: string
  /** Servers on one store: one, as on SQLite, or several, as on PostgreSQL. */
  servers: number
  organisations: number
  /** What clients begin before everything heals. */
  deeds: number
  /** How soon one deed follows another, beside what servers and the clock do. */
  pace: number
  /** How often a receiver changes its mind. */
  moodiness: number
  /** A server dies, for each step. */
  crashes: number
  /** A port call fails and says so. */
  storageFaults: number
  blobFaults: number
  mailFaults: number
  printerFaults: number
  /** A question or an answer is lost, or a question arrives twice. */
  loss: number
  duplication: number
  /** What receivers of webhooks do by themselves. */
  badAnswers: number
  /** The machine's clock is set back now and then. */
  setsBack: boolean
  /** How far the clock jumps at most. */
  longestJumpMs: number
  itemsPerPart: number
  perEndpoint: number
}

/** Days on which clocks and calendars are odd, and an ordinary Monday. */
const starts = [
  '2026-01-05T08:55:00Z',
  '2026-03-27T08:30:00Z',
  '2026-10-23T07:50:00Z',
  '2028-02-28T08:55:00Z',
  '2026-01-30T08:00:00Z',
  '2026-12-30T22:10:00Z',
  '2026-04-02T07:00:00Z',
] as const

export const profileOf = (dice: Dice): Profile => {
  const share = (...shares: number[]) => dice.pick(shares)
  return {
    start: dice.pick(starts),
    servers: dice.pick([1, 1, 1, 2, 2, 3]),
    organisations: dice.pick([1, 2, 2, 3]),
    deeds: dice.pick([20, 40, 40, 80]),
    pace: dice.pick([0.3, 1, 2]),
    moodiness: dice.pick([0.15, 0.01]),
    crashes: share(0, 0.002, 0.01, 0.03),
    storageFaults: share(0, 0, 0.002, 0.01),
    blobFaults: share(0, 0, 0.01, 0.05),
    mailFaults: share(0, 0.05, 0.2),
    printerFaults: share(0, 0.05, 0.3),
    loss: share(0, 0.02, 0.1, 0.3),
    duplication: share(0, 0.02, 0.1),
    badAnswers: share(0, 0.1, 0.5, 0.9),
    setsBack: dice.chance(0.1),
    longestJumpMs: dice.pick([2, 12, 30, 72, 200]) * hourMs,
    itemsPerPart: dice.pick([1, 2, 3, 1000]),
    perEndpoint: dice.pick([1, 2, 8]),
  }
}
