import { createHash } from 'node:crypto'
import { Cluster } from './cluster.ts'
import { runFaultPhase } from './fault-phase.ts'
import type { InjectedBug } from './injected-bug.ts'
import { check, type Violation } from './invariants/index.ts'
import { runRecoveryPhase } from './recovery-phase.ts'
import { Simulation } from './simulation.ts'

export interface Outcome {
  seed: string
  violations: Violation[]
  /** Empty unless `trace` is set. */
  trace: readonly string[]
  steps: number
  /** How often each kind of event, answer and crash occurred: a run with few of them proves little. */
  tally: Readonly<Record<string, number>>
  /** SHA-256 of the bodies of all committed events, in hex: equal for equal seeds. */
  digest: string
}

/** Runs one seed: set-up, the phase with faults, recovery, and the check of all invariants. */
export const simulate = async (
  seed: string,
  options: { injectedBug?: InjectedBug | undefined; trace?: boolean } = {},
): Promise<Outcome> => {
  const simulation = new Simulation(seed, options)
  const { trace, history } = simulation
  trace.add('simulation', () => JSON.stringify(simulation.profile))
  const cluster = new Cluster(simulation)
  await cluster.setUp()
  const { steps } = await runFaultPhase(cluster)
  const unfinished = await runRecoveryPhase(cluster)
  const violations = await check(cluster, unfinished)
  for (const { invariant, what } of violations) trace.add('VIOLATION', () => `${invariant}: ${what}`)
  const digest = createHash('sha256')
  for (const event of history.events) digest.update(event.body)
  const tally = tallyOf(simulation, cluster)
  return { seed, violations, trace: trace.lines, steps, tally, digest: digest.digest('hex') }
}

const tallyOf = ({ history }: Simulation, { servers }: Cluster): Record<string, number> => {
  const tally: Record<string, number> = {}
  const count = (what: string, times = 1) => {
    tally[what] = (tally[what] ?? 0) + times
  }
  for (const { type } of history.events) count(`event ${type}`)
  for (const { operation, status } of history.calls) {
    if (status === undefined || status < 300)
      count(`${status === undefined ? 'unanswered' : 'accepted'} ${operation}`)
    else count(`refused ${operation}`)
  }
  count('receipts', history.receipts.length)
  count('printings', history.printings.length)
  count('mails', history.mailed.length)
  count(
    'crashes',
    servers.reduce((sum, { crashes }) => sum + crashes, 0),
  )
  return tally
}
