import { wishes } from '../clients/wishes.ts'
import type { Cluster } from '../cluster.ts'
import { calls } from './calls.ts'
import { caps } from './caps.ts'
import { counts } from './counts.ts'
import { events } from './events.ts'
import { explanations } from './explanations.ts'
import { type FinalState, readFinalState } from './final-state.ts'
import { items } from './items.ts'
import { liveness } from './liveness.ts'
import { money } from './money.ts'
import { printers } from './printers.ts'
import { webhooks } from './webhooks.ts'

/** Returns one sentence with ids for each violation; none where the invariant holds. */
export type Invariant = (state: FinalState) => string[] | Promise<string[]>

export interface Violation {
  invariant: string
  /** One sentence with the ids concerned. */
  what: string
}

/** Every invariant by its name, which is the sentence that must hold. */
export const invariants: Readonly<Record<string, Invariant>> = {
  ...calls,
  ...items,
  ...printers,
  ...events,
  ...webhooks,
  ...explanations,
  ...money,
  ...caps,
  ...counts,
  ...liveness,
  ...wishes,
}

export const check = async (cluster: Cluster, unfinished: readonly string[]): Promise<Violation[]> => {
  const state = await readFinalState(cluster, unfinished)
  const violations: Violation[] = []
  for (const [invariant, findViolations] of Object.entries(invariants)) {
    for (const what of await findViolations(state)) violations.push({ invariant, what })
  }
  return violations
}
