import { runOfHandOver } from '../../src/core/model/runs.ts'
import { type InjectedBug, inTable } from './injected-bug.ts'
import { InjectedFault } from './simulation.ts'

/** Bugs around printers, remakes and spending caps. */
export const printerBugs: Readonly<Record<string, InjectedBug>> = {
  'the printer that a run was given is not recorded': {
    violates: 'a run goes to one printer',
    rows: inTable('runs', (table) => ({
      update: (scope, id, { givenPrinterId: _, ...patch }, expected) =>
        table.update(scope, id, patch, expected),
    })),
  },
  'nobody asks a printer whether it has a remake': {
    violates: 'a remake is printed once, as it was asked for',
    partner: (partner, { history, random }) => ({
      ...partner,
      find: async (id) => (id === runOfHandOver(id) ? partner.find(id) : 'absent'),
      async handOver(handOver) {
        const before = history.printings.filter(({ runId }) => runId === handOver.runId)
        const result = await partner.handOver(handOver)
        if (handOver.runId === runOfHandOver(handOver.runId) || result.outcome !== 'delivered') return result
        if (before.length > 0) history.printings.push({ ...before[0]!, attempt: 'again' })
        else if (random.chance(0.5)) throw new InjectedFault('The simulated printer loses its answer.')
        return result
      },
    }),
  },
  'a remake holds a neighbour': {
    violates: 'a remake is printed once, as it was asked for',
    rows: inTable('runRemakes', (table) => ({
      insert: (row) => table.insert({ ...row, sequences: row.sequences.map((sequence) => sequence + 1) }),
    })),
  },
  'a remake is never handed over': {
    violates: 'remakes end',
    rows: inTable('jobs', (table, { random }) => ({
      insert: async (row) =>
        row.kind === 'runs.remake' && random.chance(0.5) ? undefined : table.insert(row),
    })),
  },
  'a transaction does not see what was spent': {
    violates: 'no spending cap is passed',
    rows: inTable('spending', (table) => ({
      async get(scope, id) {
        const row = await table.get(scope, id)
        return row && { ...row, spentCents: 0 }
      },
    })),
  },
  'spending is not counted': {
    violates: 'counters of spending equal a recount',
    rows: inTable('spending', (table, { random }) => ({
      add: async (row, deltas) => table.add(row, random.chance(0.2) ? { spentCents: 0 } : deltas),
    })),
  },
  'what was given back is not': {
    violates: 'counters of spending equal a recount',
    rows: inTable('spending', (table) => ({
      addIf: async (scope, id, deltas, atLeast) =>
        deltas.spentCents! < 0 ? true : table.addIf(scope, id, deltas, atLeast),
    })),
  },
}
