import { resumeOrganisation, suspendOrganisation } from '../../../src/core/features/organisations/manage.ts'
import type { ItemStatus } from '../../../src/core/model/items.ts'
import type { RunStatus } from '../../../src/core/model/runs.ts'
import type { Action } from './actions.ts'
import type { Client } from './client.ts'
import { statusIn } from './client.ts'

export const operatorKey = ({ cluster, scope }: Client): string =>
  cluster.operatorKeys.get(scope.organisationId)![scope.mode]

const onRun =
  (operation: string, statuses: readonly RunStatus[], body?: (client: Client) => unknown) =>
  async (client: Client) => {
    const run = await client.any('runs', client.random.chance(0.9) ? [statusIn(...statuses)] : [])
    if (!run) return
    await client.call(operation, {
      key: operatorKey(client),
      params: { id: run.id },
      ...(body ? { body: body(client) } : {}),
    })
  }

/** Reports for an uncertain run whether the printer printed it. */
export const resolveUncertainRun = async (client: Client) => {
  const run = await client.any('runs', { uncertain: true })
  if (!run) return
  const printed = client.cluster.fleet.look(run.id)
  // Not retried: an operator without an answer checks the printer again before reporting again.
  await client.call('runs.handOver', {
    key: operatorKey(client),
    params: { id: run.id },
    body: { printed },
    once: true,
  })
}

const pieceOf = async (client: Client, runId: string, statuses: readonly ItemStatus[]) =>
  client.any('items', [{ runId }, statusIn(...statuses)])

const exclude = async (client: Client) => {
  const run = await client.any('runs', [statusIn('OPEN', 'CUTOFF_REACHED', 'RENDERED', 'FAILED')])
  const item = run && (await pieceOf(client, run.id, ['SCHEDULED']))
  if (!item) return
  await client.call('runs.exclude', {
    key: operatorKey(client),
    params: { id: run.id },
    body: { items: [item.id], reason: 'It must not be sent.' },
  })
}

const report = async (client: Client) => {
  const run = await client.any('runs', [statusIn('HANDED_TO_PRINTER', 'HANDED_TO_CARRIER', 'COMPLETED')])
  const item =
    run && (await pieceOf(client, run.id, ['SCHEDULED', 'IN_PRODUCTION', 'HANDED_TO_CARRIER', 'COMPLETED']))
  if (!item) return
  await client.call('runs.report', {
    key: operatorKey(client),
    params: { id: run.id },
    body: {
      pieces: [{ itemId: item.id, outcome: client.random.pick(['DAMAGED', 'MISPRINTED', 'RETURNED']) }],
      reprint: client.random.chance(0.5),
    },
  })
}

const suspend = async (client: Client) => {
  const { organisationId } = client.scope
  const change = client.random.chance(0.4) ? suspendOrganisation : resumeOrganisation
  await client.retry(1, change.name, async ({ services }) => {
    try {
      await change(services, organisationId)
      return { status: 200, headers: {}, body: {} }
    } catch (error) {
      return { status: 409, headers: {}, body: { code: String(error) } }
    }
  })
}

export const operatorActions: readonly Action[] = [
  { weight: 0.5, do: onRun('runs.close', ['OPEN']) },
  { weight: 0.7, do: onRun('runs.render', ['CUTOFF_REACHED', 'RENDERING', 'FAILED']) },
  { weight: 0.7, do: onRun('runs.handOver', ['RENDERED', 'FAILED'], () => ({})) },
  { weight: 2, do: resolveUncertainRun },
  { weight: 2, do: onRun('runs.offerToCarrier', ['HANDED_TO_PRINTER']) },
  { weight: 1.5, do: onRun('runs.complete', ['HANDED_TO_CARRIER']) },
  {
    weight: 0.4,
    do: onRun('runs.cancel', ['OPEN', 'CUTOFF_REACHED', 'RENDERING', 'RENDERED', 'FAILED'], () => ({
      reason: 'No paper.',
    })),
  },
  { weight: 0.7, do: exclude },
  { weight: 1.2, do: report },
  { weight: 0.5, do: suspend },
]
