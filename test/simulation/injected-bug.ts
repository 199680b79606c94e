import type { TableName, Tables } from '../../src/core/model/index.ts'
import type { Mailer } from '../../src/core/ports/mailer.ts'
import type { PrintPartner } from '../../src/core/ports/print-partner.ts'
import type { WritableRows, Writer } from '../../src/core/ports/store.ts'
import type { WebhookSender } from '../../src/core/ports/webhook-sender.ts'
import { overriding } from '../../src/testing/lettershop.ts'
import type { Simulation } from './simulation.ts'

/** An injected bug that wraps a port of the core, to prove that its invariant can fail. */
export interface InjectedBug {
  /** Name of the invariant that must detect it. */
  violates: string
  rows?(rows: WritableRows, simulation: Simulation): WritableRows
  /** Returns whether this transaction is acknowledged without being committed. */
  dropsCommit?(simulation: Simulation): boolean
  sender?(sender: WebhookSender, simulation: Simulation): WebhookSender
  partner?(partner: PrintPartner, simulation: Simulation): PrintPartner
  mailer?(mailer: Mailer, simulation: Simulation): Mailer
}

type TableBug<Name extends TableName> = (
  table: Writer<Tables[Name]>,
  simulation: Simulation,
) => Partial<Writer<Tables[Name]>>

/** A bug in one table of the store, active after set-up. */
export const inTable =
  <Name extends TableName>(name: Name, bug: TableBug<Name>): NonNullable<InjectedBug['rows']> =>
  (rows, simulation) => {
    if (!simulation.isSetUp) return rows
    return overriding(rows, {
      get [name]() {
        const table = rows[name] as Writer<Tables[Name]>
        return overriding(table, bug(table, simulation))
      },
    } as Partial<WritableRows>)
  }

/** Drops inserted rows with this probability. */
export const losing = <Name extends TableName>(
  name: Name,
  probability: number,
): NonNullable<InjectedBug['rows']> =>
  inTable(name, (table, simulation) => ({
    insert: async (row) => (simulation.random.chance(probability) ? undefined : table.insert(row)),
    insertMany: async (rows) => table.insertMany(rows.filter(() => !simulation.random.chance(probability))),
  }))
