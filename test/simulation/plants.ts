import { dayMs } from '../../src/core/kernel/time.ts'
import type { TableName, Tables } from '../../src/core/model/index.ts'
import type { Mailer } from '../../src/core/ports/mailer.ts'
import type { PrintPartner } from '../../src/core/ports/print-partner.ts'
import type { WritableRows, Writer } from '../../src/core/ports/store.ts'
import type { WebhookSender } from '../../src/core/ports/webhook-sender.ts'
import { overriding } from '../../src/testing/overriding.ts'
import { Misfortune, type World } from './world.ts'

/** A bug that is put in on purpose, around the core: it proves that an invariant can be broken, and is then seen. */
export interface Plant {
  /** The invariant that must see it. */
  breaks: string
  rows?(rows: WritableRows, world: World): WritableRows
  /** True: this transaction is answered and not kept. */
  halves?(world: World): boolean
  sender?(sender: WebhookSender, world: World): WebhookSender
  partner?(partner: PrintPartner, world: World): PrintPartner
  mailer?(mailer: Mailer, world: World): Mailer
}

type Bug<Name extends TableName> = (
  table: Writer<Tables[Name]>,
  world: World,
) => Partial<Writer<Tables[Name]>>

/** A bug in one table of the store, which begins once the world is built. */
const inTable =
  <Name extends TableName>(name: Name, bug: Bug<Name>): NonNullable<Plant['rows']> =>
  (rows, world) => {
    if (!world.isOpen) return rows
    return overriding(rows, {
      get [name]() {
        const table = rows[name] as Writer<Tables[Name]>
        return overriding(table, bug(table, world))
      },
    } as Partial<WritableRows>)
  }

/** One of the rows that go in together is forgotten now and then. */
const losing = <Name extends TableName>(name: Name, share: number): NonNullable<Plant['rows']> =>
  inTable(name, (table, world) => ({
    insert: async (row) => (world.dice.chance(share) ? undefined : table.insert(row)),
    insertMany: async (rows) => table.insertMany(rows.filter(() => !world.dice.chance(share))),
  }))

const header =
  (name: string, change: (value: string) => string): NonNullable<Plant['sender']> =>
  (sender, world) => ({
    ...sender,
    send: (request) =>
      sender.send({
        ...request,
        headers: !world.isOpen
          ? request.headers
          : { ...request.headers, [name]: change(request.headers[name]!) },
      }),
  })

export const plants: Readonly<Record<string, Plant>> = {
  'an answered transaction is not kept': {
    breaks: 'what was answered is kept',
    halves: (world) => world.isOpen && world.dice.chance(0.02),
  },
  'idempotency keys are forgotten': {
    breaks: 'idempotent calls have one effect',
    rows: losing('idempotency', 0.5),
  },
  'a call fails for no reason': {
    breaks: 'nothing goes wrong that no misfortune explains',
    rows: inTable('items', (table, world) => ({
      async insert(row) {
        if (world.dice.chance(0.05)) throw new TypeError('planted')
        await table.insert(row)
      },
    })),
  },
  'money is promised that is not there': {
    breaks: 'nothing goes wrong that no misfortune explains',
    rows: inTable('accounts', (table) => ({
      addIf: (scope, id, deltas) => table.addIf(scope, id, deltas, {}),
    })),
  },
  'a job is lost': {
    breaks: 'every item ends or says what it waits for',
    rows: inTable('jobs', (table, world) => ({
      insert: async (row) =>
        row.kind === 'runs.moveItems' && world.dice.chance(0.3) ? undefined : table.insert(row),
    })),
  },
  'paused items are forgotten': {
    breaks: 'every item ends or says what it waits for',
    rows: inTable('jobs', (table) => ({
      insert: async (row) => (row.kind === 'postflows.moveItems' ? undefined : table.insert(row)),
    })),
  },
  'the printer is never asked whether it has a run': {
    breaks: 'nothing is printed twice, and what is paid for is printed',
    partner: (partner, world) => ({
      ...partner,
      find: async () => 'absent',
      async handOver(handOver) {
        const before = world.chronicle.printings.find(({ runId }) => runId === handOver.runId)
        const result = await partner.handOver(handOver)
        if (result.outcome !== 'delivered') return result
        if (before) world.chronicle.printings.push({ ...before })
        else if (world.dice.chance(0.3)) throw new Misfortune('The planted printer loses its answer.')
        return result
      },
    }),
  },
  'pieces change their places': {
    breaks: 'packages hold what their runs say',
    rows: inTable('items', (table) => ({
      update: (scope, id, patch, expected) =>
        table.update(
          scope,
          id,
          patch.sequence ? { ...patch, sequence: patch.sequence + 1 } : patch,
          expected,
        ),
    })),
  },
  'an event is lost': {
    breaks: 'every status entry has its event',
    rows: losing('events', 0.02),
  },
  'the feed has a hole': {
    breaks: 'the feed is whole',
    rows: losing('events', 0.02),
  },
  'a delivery is lost': {
    breaks: 'every subscribed endpoint hears, or it is known why not',
    rows: losing('webhookDeliveries', 0.02),
  },
  'a failed delivery counts as delivered': {
    breaks: 'every subscribed endpoint hears, or it is known why not',
    sender: (sender) => ({
      ...sender,
      send: async (request) => {
        const outcome = await sender.send(request)
        return outcome.error === undefined ? outcome : { ...outcome, status: 200 }
      },
    }),
  },
  'ids are minted anew at every attempt': {
    breaks: 'copies are equal under equal ids',
    sender: (sender, world) => header('X-Webhook-Id', (id) => `${id}${world.dice.integer(9)}`)(sender, world),
  },
  'a body is written anew at every attempt': {
    breaks: 'copies are equal under equal ids',
    sender: (sender, world) => ({
      ...sender,
      send: (request) => {
        const body = new TextDecoder().decode(request.body)
        const other = world.dice.chance(0.1) ? JSON.stringify(JSON.parse(body), null, 1) : body
        return sender.send({ ...request, body: new TextEncoder().encode(other) })
      },
    }),
  },
  'a signature is of other bytes': {
    breaks: 'what arrives is signed',
    sender: header('X-Webhook-Timestamp', (seconds) => String(Number(seconds) + 1)),
  },
  'the time of a changed subscription is not recorded': {
    breaks: 'every event explains itself',
    rows: inTable('webhookEndpoints', (table) => ({
      update: (scope, id, { subscribedAfter: _, ...patch }, expected) =>
        table.update(scope, id, patch, expected),
    })),
  },
  'deliveries are held although no endpoint is disabled': {
    breaks: 'only disabled endpoints miss anything',
    rows: inTable('webhookDeliveries', (table, world) => ({
      insertMany: (rows) =>
        table.insertMany(
          rows.map((row) =>
            world.dice.chance(0.02) ? { ...row, status: 'MISSED' as const, nextAttemptAt: null } : row,
          ),
        ),
    })),
  },
  'the account forgets what the ledger says': {
    breaks: 'the books agree item by item',
    rows: inTable('accounts', (table, world) => ({
      add: async (row, deltas) => table.add(row, world.dice.chance(0.1) ? { reservedCents: 0 } : deltas),
    })),
  },
  'a price is captured twice': {
    breaks: 'the books agree item by item',
    rows: inTable('ledgerEntries', (table, world) => ({
      insertMany: (rows) =>
        table.insertMany(
          rows.flatMap((row) =>
            row.kind === 'CAPTURE' && world.dice.chance(0.1) ? [row, { ...row, id: `${row.id}2` }] : [row],
          ),
        ),
    })),
  },
  'an invoice number is skipped': {
    breaks: 'invoice numbers have no gaps',
    rows: inTable('counters', (table, world) => ({
      add: async (row, deltas) =>
        table.add(row, row.id.startsWith('invoice') && world.dice.chance(0.3) ? { value: 2 } : deltas),
    })),
  },
  'usage is not counted': {
    breaks: 'usage is what was captured',
    rows: inTable('billingUsage', (table, world) => ({
      add: async (row, deltas) => (world.dice.chance(0.5) ? row : table.add(row, deltas)),
    })),
  },
  'a rollup is lost': {
    breaks: 'rollups are recounts',
    rows: inTable('analyticsDays', (table, world) => ({
      add: async (row, deltas) => (world.dice.chance(0.01) ? row : table.add(row, deltas)),
    })),
  },
  'a total of a Postbatch is lost': {
    breaks: 'totals of Postbatches are recounts',
    rows: inTable('postbatchTotals', (table, world) => ({
      addIf: async (scope, id, deltas, atLeast) =>
        world.dice.chance(0.05) ? true : table.addIf(scope, id, deltas, atLeast),
    })),
  },
  'a run forgets who left it': {
    breaks: 'runs count their items',
    rows: inTable('runs', (table) => ({
      addIf: async (scope, id, deltas, atLeast) =>
        deltas.itemCount! < 0 ? true : table.addIf(scope, id, deltas, atLeast),
    })),
  },
  'a scan is lost': {
    breaks: 'items count their scans',
    rows: losing('scans', 0.7),
  },
  'a delivery is never given up': {
    breaks: 'all comes to rest',
    rows: inTable('webhookDeliveries', (table, { clock }) => ({
      update: (scope, id, patch, expected) => {
        const again = { ...patch, status: 'PENDING' as const, nextAttemptAt: clock.now() + 9 * dayMs }
        return table.update(scope, id, patch.status === 'DELIVERED' ? again : patch, expected)
      },
    })),
  },
  'a run is forgotten once it is closed': {
    breaks: 'runs, mailings and files come to their end',
    rows: inTable('jobs', (table, world) => ({
      insert: async (row) =>
        row.kind === 'runs.render' && world.dice.chance(0.3) ? undefined : table.insert(row),
    })),
  },
  'a disabled endpoint stays as it was': {
    breaks: 'a disabled endpoint is told of once',
    rows: inTable('webhookEndpoints', (table) => ({
      update: (scope, id, patch, expected) =>
        patch.active === false ? Promise.resolve(true) : table.update(scope, id, patch, expected),
    })),
  },
  'a mail server loses mails': {
    breaks: 'invoices are drawn and sent',
    mailer: (mailer, world) => ({
      ...mailer,
      send: async (mail) => (world.dice.chance(0.3) ? undefined : mailer.send(mail)),
    }),
  },
  'an import forgets where it is': {
    breaks: 'imports add up',
    rows: inTable('imports', (table, world) => ({
      update: (scope, id, patch, expected) =>
        patch.rowCount && world.dice.chance(0.5)
          ? table.update(scope, id, { ...patch, rowCount: patch.rowCount - 1 }, expected)
          : table.update(scope, id, patch, expected),
    })),
  },
  'a lease has no end': {
    breaks: 'no lease is held for ever',
    rows: inTable('jobs', (table) => ({
      update: (scope, id, patch, expected) =>
        table.update(
          scope,
          id,
          patch.leaseUntil ? { ...patch, leaseUntil: Number.MAX_SAFE_INTEGER } : patch,
          expected,
        ),
    })),
  },
}
