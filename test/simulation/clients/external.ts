import { callbackUrl } from '../../../src/core/features/runs/printing/callback.ts'
import type { Action } from './actions.ts'
import { type Client, statusIn } from './client.ts'
import { recipient } from './items.ts'

const connectorMapping = {
  'recipient.name': { path: 'name' },
  'recipient.street': { path: 'street' },
  'recipient.houseNumber': { path: 'houseNumber' },
  'recipient.postalCode': { path: 'postalCode' },
  'recipient.city': { path: 'city' },
  'recipient.country': { path: 'country' },
  'data.firstName': { value: 'Zoë' },
  reference: { path: 'id' },
}

/** Creates a connector and keeps its secret address, as an online shop would. */
const connect = async (client: Client) => {
  const postflow = await client.any('postflows', [statusIn('ACTIVE', 'PAUSED')])
  if (!postflow) return
  const name = client.token()
  const answer = await client.call('integrations.create', {
    body: { name, postflowId: postflow.id, mapping: connectorMapping },
  })
  // A retry's stored answer does not contain the address, so the client never learns it.
  if (answer?.status === 201 && answer.body.url) client.addresses.push(answer.body.url.split('/').at(-1))
}

/** An online shop posts an order, with retries. The order's id identifies it as the same order. */
const post = async (client: Client) => {
  if (client.addresses.length === 0) return connect(client)
  const id = client.token()
  await client.call('integrations.inbound', {
    key: null,
    params: { token: client.random.pick(client.addresses) },
    bytes: new TextEncoder().encode(JSON.stringify({ id, ...recipient(client) })),
    contentType: 'application/json',
    mark: { table: 'items', field: 'reference', values: [id] },
  })
}

/** Reports progress or damage of a run as the printer that has it. */
const callback = async (client: Client) => {
  const { cluster, random } = client
  const run = await client.any('runs', [
    statusIn('HANDING_OVER', 'HANDED_TO_PRINTER', 'HANDED_TO_CARRIER', 'COMPLETED'),
  ])
  const services = cluster.anyServer.core?.services
  if (!run || !services || !cluster.fleet.hasPrinted(run.id)) return
  const event = random.pick(['ACCEPTED', 'PRINTED', 'HANDED_TO_CARRIER', 'DAMAGED'])
  const token = new URL(callbackUrl(services, run.id)).searchParams.get('token')!
  await client.call('runs.callback', {
    key: null,
    params: { id: run.id },
    query: { token },
    body: { event, ...(event === 'DAMAGED' ? { sequences: [1] } : {}) },
  })
}

export const externalActions: readonly Action[] = [
  { weight: 1.5, do: post },
  { weight: 2, do: callback },
]
