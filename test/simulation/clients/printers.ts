import { transact } from '../../../src/core/engine/transact.ts'
import { defaultPrinterId } from '../../../src/core/features/printers/default-printer.ts'
import { movePrinter } from '../../../src/core/features/printers/printer.ts'
import { gt, type Where } from '../../../src/core/kernel/query.ts'
import { minuteMs } from '../../../src/core/kernel/time.ts'
import type { RunRow } from '../../../src/core/model/runs.ts'
import { changeRules } from '../set-up-printers.ts'
import type { Action } from './actions.ts'
import { type Client, statusIn } from './client.ts'
import { create } from './items.ts'
import { operatorKey } from './operator.ts'

/** Performs an operator's action in the portal, which does not retry. */
const byHand = (client: Client, what: string, work: Parameters<Client['retry']>[2]) =>
  client.retry(1, what, (core) =>
    work(core).catch((error: unknown) => ({ status: 503, headers: {}, body: { code: String(error) } })),
  )

const pauseOrResume = async (client: Client) => {
  const { random, cluster } = client
  const id = random.pick([...cluster.printerIds, defaultPrinterId])
  const status = random.pick(['ACTIVE', 'PAUSED'] as const)
  await byHand(client, `a printer is ${status}`, async ({ services }) => {
    await transact(services, ({ rows }) => movePrinter(services, rows, id, status))
    return { status: 200, headers: {}, body: {} }
  })
}

const otherRules = async (client: Client) => {
  const { cluster, random } = client
  if (cluster.printerIds.length === 0) return
  await byHand(client, 'other rules', async ({ services }) => {
    await changeRules(services, random, cluster.printerIds)
    return { status: 200, headers: {}, body: {} }
  })
}

const choose = async (client: Client) => {
  const { cluster, random } = client
  const run = await client.any('runs', [statusIn('CUTOFF_REACHED', 'RENDERING', 'RENDERED', 'FAILED')])
  if (!run) return
  const printerId = random.pick([...cluster.printerIds, defaultPrinterId, null])
  const call = { key: operatorKey(client), params: { id: run.id }, body: { printerId } }
  await client.call('runs.choosePrinter', call)
}

/** Requests a remake of one to three pieces, sometimes even if an earlier remake has them. */
const remake = async (client: Client, runId?: string) => {
  const { random, simulation } = client
  const own: Where<RunRow> = runId === undefined ? {} : { id: runId }
  const run = await client.any('runs', [own, statusIn('HANDED_TO_PRINTER')])
  if (!run) return
  const from = 1 + random.integer(run.itemCount)
  const reason = client.token()
  const again = random.chance(0.3)
  simulation.history.remakeAsks.set(reason, again)
  await client.call('runs.remake', {
    key: operatorKey(client),
    params: { id: run.id },
    body: { ranges: [{ from, to: Math.min(run.itemCount, from + random.integer(3)) }], reason, again },
    mark: { table: 'runRemakes', field: 'reason', values: [reason] },
  })
}

/**
 * Has a run printed before its cutoff, and pieces of it remade. Without this action few runs would be at
 * their printer while faults are injected.
 */
const printAndSpoil = async (client: Client) => {
  const { simulation, random } = client
  for (let item = 0; item < 2; item++) await create(client)
  const run = await client.any('runs', [{ itemCount: gt(0) }, statusIn('OPEN')])
  if (!run) return remake(client)
  await client.call('runs.close', { key: operatorKey(client), params: { id: run.id } })
  for (let minute = 0; minute < 15; minute++) {
    await simulation.yieldPoint(undefined, 'waits for a run to be printed', minuteMs)
    if (await client.any('runs', [{ id: run.id }, statusIn('HANDED_TO_PRINTER')])) break
  }
  await remake(client, run.id)
  if (random.chance(0.5)) await remake(client, run.id)
}

/** Reports whether the printer has an uncertain remake, or retries a failed one. */
const settleRemake = async (client: Client) => {
  const row =
    (await client.any('runRemakes', { uncertain: true })) ??
    (await client.any('runRemakes', [statusIn('FAILED', 'WAITING')]))
  if (!row) return
  await client.call('runs.handOverRemake', {
    key: operatorKey(client),
    params: { id: row.runId, number: String(row.number) },
    body: row.uncertain ? { printed: client.cluster.fleet.look(row.id) } : {},
    once: true,
  })
}

export const printerActions: readonly Action[] = [
  { weight: 0.5, do: pauseOrResume },
  { weight: 0.2, do: otherRules },
  { weight: 0.5, do: choose },
  { weight: 2, isAboutPrinting: true, do: (client) => remake(client) },
  { weight: 5, isAboutPrinting: true, do: printAndSpoil },
  { weight: 2, isAboutPrinting: true, do: settleRemake },
]
