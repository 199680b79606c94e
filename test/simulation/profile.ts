import { hourMs } from '../../src/core/kernel/time.ts'
import type { RandomSource } from '../fuzz/random-source.ts'

/** Parameters of one simulation, decided by its seed. Probabilities are from 0 to 1. */
export interface Profile {
  start: string
  /** Servers on one store: one, as on SQLite, or several, as on PostgreSQL. */
  servers: number
  organisations: number
  /** Printers other than the configured one. */
  printers: number
  /** Number of actions that clients start before recovery. */
  actions: number
  /** True if operators have runs printed early and pieces remade, which takes many steps. */
  printsMuch: boolean
  /** Weight of a client's next action, relative to the steps of servers and the clock. */
  pace: number
  /** Weight of a receiver's change of behaviour. */
  behaviourChanges: number
  /** Probability of a server crash at each step. */
  crashes: number
  /** Probability that a call of a port fails with an error. */
  storageFaults: number
  blobFaults: number
  mailFaults: number
  printerFaults: number
  /** Probability that a request or an answer is lost, or that a request arrives twice. */
  loss: number
  duplication: number
  /** Probability that a webhook receiver misbehaves. */
  receiverFaults: number
  /** True if the machine's clock is sometimes set back. */
  clockGoesBack: boolean
  longestJumpMs: number
  itemsPerPart: number
  perEndpoint: number
}

/** An ordinary Monday, and days near daylight saving changes, ends of months and years, or holidays. */
const starts = [
  '2026-01-05T08:55:00Z',
  '2026-03-27T08:30:00Z',
  '2026-10-23T07:50:00Z',
  '2028-02-28T08:55:00Z',
  '2026-01-30T08:00:00Z',
  '2026-12-30T22:10:00Z',
  '2026-04-02T07:00:00Z',
] as const

export const profileOf = (random: RandomSource): Profile => {
  const oneOf = (...values: number[]) => random.pick(values)
  return {
    start: random.pick(starts),
    servers: random.pick([1, 1, 1, 2, 2, 3]),
    organisations: random.pick([1, 2, 2, 3]),
    printers: random.pick([0, 0, 1, 2, 3]),
    actions: random.pick([20, 40, 40, 80]),
    printsMuch: random.chance(0.3),
    pace: random.pick([0.3, 1, 2]),
    behaviourChanges: random.pick([0.15, 0.01]),
    crashes: oneOf(0, 0.002, 0.01, 0.03),
    storageFaults: oneOf(0, 0, 0.002, 0.01),
    blobFaults: oneOf(0, 0, 0.01, 0.05),
    mailFaults: oneOf(0, 0.05, 0.2),
    printerFaults: oneOf(0, 0.05, 0.3),
    loss: oneOf(0, 0.02, 0.1, 0.3),
    duplication: oneOf(0, 0.02, 0.1),
    receiverFaults: oneOf(0, 0.1, 0.5, 0.9),
    clockGoesBack: random.chance(0.1),
    longestJumpMs: random.pick([2, 12, 30, 72, 200]) * hourMs,
    itemsPerPart: random.pick([1, 2, 3, 1000]),
    perEndpoint: random.pick([1, 2, 8]),
  }
}
