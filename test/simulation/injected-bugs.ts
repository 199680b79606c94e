import { dayMs } from '../../src/core/kernel/time.ts'
import { runOfHandOver } from '../../src/core/model/runs.ts'
import { type InjectedBug, inTable, losing } from './injected-bug.ts'
import { InjectedFault } from './simulation.ts'

/** Bugs around printers, remakes and spending caps. */
const printerBugs: Readonly<Record<string, InjectedBug>> = {
  'the printer that a run was given is not recorded': {
    violates: 'a run goes to one printer',
    rows: inTable('runs', (table) => ({
      update: (scope, id, { givenPrinterId: _, ...patch }, expected) =>
        table.update(scope, id, patch, expected),
    })),
  },
  'a printer is never asked whether it has a remake': {
    violates: 'a remake is printed once, as requested',
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
    violates: 'a remake is printed once, as requested',
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

/** Bugs in suppression across modes. */
const suppressionBugs: Readonly<Record<string, InjectedBug>> = {
  'live entries are not looked up': {
    violates: 'live entries suppress mail of both modes',
    rows: inTable('suppressions', (table) => ({
      find: async (scope, where, options) =>
        (await table.find(scope, where, options)).filter(({ mode }) => mode !== 'live'),
    })),
  },
  'an entry is found in any mode': {
    violates: 'test keys reach no live entry',
    rows: inTable('suppressions', (table) => ({
      get: (scope, id, options) =>
        table.get(
          typeof scope === 'object' && 'organisationId' in scope
            ? { organisationId: scope.organisationId }
            : scope,
          id,
          options,
        ),
    })),
  },
  'new entries are of test mode': {
    violates: 'what a member enters is live',
    rows: inTable('suppressions', (table) => ({
      insert: (row) => table.insert({ ...row, mode: 'test' }),
    })),
  },
}

const header =
  (name: string, change: (value: string) => string): NonNullable<InjectedBug['sender']> =>
  (sender, simulation) => ({
    ...sender,
    send: (request) =>
      sender.send({
        ...request,
        headers: !simulation.isSetUp
          ? request.headers
          : { ...request.headers, [name]: change(request.headers[name]!) },
      }),
  })

export const injectedBugs: Readonly<Record<string, InjectedBug>> = {
  ...printerBugs,
  ...suppressionBugs,
  'an acknowledged transaction is not committed': {
    violates: 'what was acknowledged is kept',
    dropsCommit: (simulation) => simulation.isSetUp && simulation.random.chance(0.02),
  },
  'idempotency keys are forgotten': {
    violates: 'idempotent calls have one effect',
    rows: losing('idempotency', 0.5),
  },
  'a call fails although no fault was injected': {
    violates: 'every error follows from an injected fault',
    rows: inTable('items', (table, simulation) => ({
      async insert(row) {
        if (simulation.random.chance(0.05)) throw new TypeError('injected')
        await table.insert(row)
      },
    })),
  },
  'more money is reserved than is available': {
    violates: 'every error follows from an injected fault',
    rows: inTable('accounts', (table) => ({
      get: async (scope, id, options) => {
        const account = await table.get(scope, id, options)
        return account && { ...account, balanceCents: account.balanceCents + 1_000_000 }
      },
    })),
  },
  'a job is lost': {
    violates: 'every item ends or says what it waits for',
    rows: inTable('jobs', (table, simulation) => ({
      insert: async (row) =>
        row.kind === 'runs.moveItems' && simulation.random.chance(0.3) ? undefined : table.insert(row),
    })),
  },
  'paused items are never resumed': {
    violates: 'every item ends or says what it waits for',
    rows: inTable('jobs', (table) => ({
      insert: async (row) => (row.kind === 'postflows.moveItems' ? undefined : table.insert(row)),
    })),
  },
  'the printer is never asked whether it has a run': {
    violates: 'nothing is printed twice, and what is paid for is printed',
    partner: (partner, simulation) => ({
      ...partner,
      find: async () => 'absent',
      async handOver(handOver) {
        const before = simulation.history.printings.find(({ runId }) => runId === handOver.runId)
        const result = await partner.handOver(handOver)
        if (result.outcome !== 'delivered') return result
        if (before) simulation.history.printings.push({ ...before })
        else if (simulation.random.chance(0.3))
          throw new InjectedFault('The simulated printer loses its answer.')
        return result
      },
    }),
  },
  'items change their position in a package': {
    violates: 'packages match their runs',
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
    violates: 'every status entry has its event',
    rows: losing('events', 0.02),
  },
  'the feed has a gap': {
    violates: 'the feed is complete',
    rows: losing('events', 0.02),
  },
  'a delivery is lost': {
    violates: 'every subscribed endpoint receives an event, or its delivery says why not',
    rows: losing('webhookDeliveries', 0.02),
  },
  'a failed delivery counts as delivered': {
    violates: 'every subscribed endpoint receives an event, or its delivery says why not',
    sender: (sender) => ({
      ...sender,
      send: async (request) => {
        const outcome = await sender.send(request)
        return outcome.error === undefined ? outcome : { ...outcome, status: 200 }
      },
    }),
  },
  'every delivery attempt gets a new id': {
    violates: 'retries carry equal bytes under equal ids',
    sender: (sender, simulation) =>
      header('X-Webhook-Id', (id) => `${id}${simulation.random.integer(9)}`)(sender, simulation),
  },
  'a retry serialises the body differently': {
    violates: 'retries carry equal bytes under equal ids',
    sender: (sender, simulation) => ({
      ...sender,
      send: (request) => {
        const body = new TextDecoder().decode(request.body)
        const other = simulation.random.chance(0.1) ? JSON.stringify(JSON.parse(body), null, 1) : body
        return sender.send({ ...request, body: new TextEncoder().encode(other) })
      },
    }),
  },
  'a signature covers other bytes': {
    violates: 'every received webhook is signed',
    sender: header('X-Webhook-Timestamp', (seconds) => String(Number(seconds) + 1)),
  },
  'the time of a changed subscription is not recorded': {
    violates: 'every event can be explained',
    rows: inTable('webhookEndpoints', (table) => ({
      update: (scope, id, { subscribedAfter: _, ...patch }, expected) =>
        table.update(scope, id, patch, expected),
    })),
  },
  'deliveries are held although no endpoint is disabled': {
    violates: 'only disabled endpoints miss events',
    rows: inTable('webhookDeliveries', (table, simulation) => ({
      insertMany: (rows) =>
        table.insertMany(
          rows.map((row) =>
            simulation.random.chance(0.02) ? { ...row, status: 'MISSED' as const, nextAttemptAt: null } : row,
          ),
        ),
    })),
  },
  'the account misses entries of the ledger': {
    violates: 'the ledger agrees item by item',
    rows: inTable('accounts', (table, simulation) => ({
      add: async (row, deltas) =>
        table.add(row, simulation.random.chance(0.1) ? { reservedCents: 0 } : deltas),
      addUnread: async (row, deltas) =>
        table.addUnread(row, simulation.random.chance(0.1) ? { reservedCents: 0 } : deltas),
    })),
  },
  'a price is captured twice': {
    violates: 'the ledger agrees item by item',
    rows: inTable('ledgerEntries', (table, simulation) => ({
      insertMany: (rows) =>
        table.insertMany(
          rows.flatMap((row) =>
            row.kind === 'CAPTURE' && simulation.random.chance(0.1)
              ? [row, { ...row, id: `${row.id}2` }]
              : [row],
          ),
        ),
    })),
  },
  'an invoice number is skipped': {
    violates: 'invoice numbers have no gaps',
    rows: inTable('counters', (table, simulation) => ({
      add: async (row, deltas) =>
        table.add(row, row.id.startsWith('invoice') && simulation.random.chance(0.3) ? { value: 2 } : deltas),
    })),
  },
  'usage is not counted': {
    violates: 'usage equals what was captured',
    rows: inTable('billingUsage', (table, simulation) => ({
      add: async (row, deltas) => (simulation.random.chance(0.5) ? row : table.add(row, deltas)),
    })),
  },
  'a rollup is lost': {
    violates: 'rollups equal a recount',
    rows: inTable('analyticsDays', (table, simulation) => ({
      addEachUnread: (rows, fields) =>
        table.addEachUnread(
          rows.filter(() => !simulation.random.chance(0.01)),
          fields,
        ),
    })),
  },
  'a total of a Postbatch is lost': {
    violates: 'totals of Postbatches equal a recount',
    rows: inTable('postbatchTotals', (table, simulation) => ({
      addEachUnread: (rows, fields) =>
        table.addEachUnread(
          rows.filter(() => !simulation.random.chance(0.05)),
          fields,
        ),
    })),
  },
  'a run still counts items that left it': {
    violates: 'runs count their items',
    rows: inTable('runs', (table) => ({
      addIfUnread: async (scope, id, deltas, atLeast) =>
        deltas.itemCount! < 0 ? undefined : table.addIfUnread(scope, id, deltas, atLeast),
    })),
  },
  'a scan is lost': {
    violates: 'items count their scans',
    rows: losing('scans', 0.7),
  },
  'a delivery is retried forever': {
    violates: 'all work finishes',
    rows: inTable('webhookDeliveries', (table, { clock }) => ({
      update: (scope, id, patch, expected) => {
        const again = { ...patch, status: 'PENDING' as const, nextAttemptAt: clock.now() + 9 * dayMs }
        return table.update(scope, id, patch.status === 'DELIVERED' ? again : patch, expected)
      },
    })),
  },
  'a closed run is never rendered': {
    violates: 'runs, mailings and files finish',
    rows: inTable('jobs', (table, simulation) => ({
      insert: async (row) =>
        row.kind === 'runs.render' && simulation.random.chance(0.3) ? undefined : table.insert(row),
    })),
  },
  'a disabled endpoint stays active': {
    violates: 'a disabled endpoint is reported once',
    rows: inTable('webhookEndpoints', (table) => ({
      update: (scope, id, patch, expected) =>
        patch.active === false ? Promise.resolve(true) : table.update(scope, id, patch, expected),
    })),
  },
  'a mail server loses mails': {
    violates: 'invoices are rendered and sent',
    mailer: (mailer, simulation) => ({
      ...mailer,
      send: async (mail) => (simulation.random.chance(0.3) ? undefined : mailer.send(mail)),
    }),
  },
  'an import loses its position': {
    violates: 'counts of imports add up',
    rows: inTable('imports', (table, simulation) => ({
      update: (scope, id, patch, expected) =>
        patch.rowCount && simulation.random.chance(0.5)
          ? table.update(scope, id, { ...patch, rowCount: patch.rowCount - 1 }, expected)
          : table.update(scope, id, patch, expected),
    })),
  },
  'a lease never expires': {
    violates: 'no lease is held forever',
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
