import type { Action } from './actions.ts'
import type { Client } from './client.ts'
import { statusIn } from './client.ts'

const subscriptions = [
  ['*'],
  ['item.*'],
  ['item.created', 'item.completed'],
  ['run.*', 'webhook.*'],
  ['balance.*', '*'],
]

/** Returns one of the organisation's three receivers, which endpoints may share. */
const url = ({ random, scope }: Client) =>
  `https://hooks.example.com/${scope.organisationId.slice(-6)}/${random.integer(3)}`

const filters = async (client: Client) => {
  if (!client.random.chance(0.3)) return {}
  const postflow = await client.any('postflows')
  return postflow ? { filters: { postflowId: postflow.id } } : {}
}

const keepSecret = (client: Client, body: { id?: string; secret?: string } | undefined) => {
  if (!body?.id || !body.secret) return
  const { secrets } = client.simulation.history
  secrets.set(body.id, (secrets.get(body.id) ?? new Set()).add(body.secret))
}

const create = async (client: Client) => {
  const description = client.token()
  const answer = await client.call('webhooks.create', {
    body: {
      url: url(client),
      events: client.random.pick(subscriptions),
      description,
      ...(await filters(client)),
    },
    mark: { table: 'webhookEndpoints', field: 'description', values: [description] },
  })
  keepSecret(client, answer?.body)
}

const patches = [
  async () => ({ active: false }),
  async () => ({ active: true }),
  async () => ({ active: true }),
  async (client: Client) => ({ events: client.random.pick(subscriptions) }),
  async () => ({ events: ['*'] }),
  async (client: Client) => ({ url: url(client) }),
  async (client: Client) => ({ filters: (await filters(client)).filters ?? {} }),
]

const onEndpoint =
  (operation: string, body?: (client: Client) => Promise<unknown>) => async (client: Client) => {
    const endpoint = await client.any('webhookEndpoints')
    if (!endpoint) return
    const answer = await client.call(operation, {
      params: { id: endpoint.id },
      ...(body ? { body: await body(client) } : {}),
    })
    if (answer && answer.status < 300) keepSecret(client, answer.body)
  }

/** Performs an action on a random delivery that is not in flight, missed or dropped. */
const onDelivery =
  (operation: 'webhooks.replay' | 'webhooks.retryDelivery') =>
  async (client: Client): Promise<void> => {
    const delivery = await client.any('webhookDeliveries', [
      statusIn('DELIVERED', 'EXHAUSTED', 'PENDING', 'HELD'),
    ])
    if (!delivery) return
    await client.call(operation, { params: { id: delivery.endpointId, deliveryId: delivery.id } })
  }

export const webhookActions: readonly Action[] = [
  { weight: 3, do: create },
  { weight: 3, do: onEndpoint('webhooks.patch', (client) => client.random.pick(patches)(client)) },
  { weight: 0.5, do: onEndpoint('webhooks.remove') },
  { weight: 0.7, do: onEndpoint('webhooks.rotateSecret') },
  { weight: 0.7, do: onEndpoint('webhooks.test') },
  { weight: 1.5, do: onEndpoint('webhooks.replayMissed') },
  { weight: 0.7, do: onEndpoint('webhooks.replaySince', async () => ({ since: '2000-01-01T00:00:00Z' })) },
  { weight: 1, do: onEndpoint('webhooks.retryNow') },
  { weight: 1, do: onDelivery('webhooks.replay') },
  { weight: 0.5, do: onDelivery('webhooks.retryDelivery') },
]
