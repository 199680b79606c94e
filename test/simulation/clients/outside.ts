import { callbackUrl } from '../../../src/core/features/runs/callback.ts'
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

/** Connector id → its secret address, as the shop keeps it. */
const connect = async (client: Client) => {
  const postflow = await client.any('postflows', [statusIn('ACTIVE', 'PAUSED')])
  if (!postflow) return
  const name = client.token()
  const answer = await client.ask('integrations.create', {
    body: { name, postflowId: postflow.id, mapping: connectorMapping },
  })
  // A repeated answer does not hold the address again: then it is unknown.
  if (answer?.status === 201 && answer.body.url) client.addresses.push(answer.body.url.split('/').at(-1))
}

/** A shop posts an order until it is taken: its id tells that it is the same one. */
const post = async (client: Client) => {
  if (client.addresses.length === 0) return connect(client)
  const id = client.token()
  await client.ask('integrations.inbound', {
    key: null,
    params: { token: client.dice.pick(client.addresses) },
    bytes: new TextEncoder().encode(JSON.stringify({ id, ...recipient(client) })),
    contentType: 'application/json',
    mark: { table: 'items', field: 'reference', values: [id] },
  })
}

/** The printer tells how a run that it really has goes. */
const callback = async (client: Client) => {
  const { town, dice } = client
  const run = await client.any('runs', [
    statusIn('HANDING_OVER', 'HANDED_TO_PRINTER', 'HANDED_TO_CARRIER', 'COMPLETED'),
  ])
  const services = town.anyServer.core?.services
  if (!run || !services || !town.printers[run.mode].hasPrinted(run.id)) return
  const event = dice.pick(['ACCEPTED', 'PRINTED', 'HANDED_TO_CARRIER', 'DAMAGED'])
  const token = new URL(callbackUrl(services, run.id)).searchParams.get('token')!
  await client.ask('runs.callback', {
    key: null,
    params: { id: run.id },
    query: { token },
    body: { event, ...(event === 'DAMAGED' ? { sequences: [1] } : {}) },
  })
}

export const outsideActions: readonly Action[] = [
  { share: 1.5, do: post },
  { share: 2, do: callback },
]
