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

/** Three receivers an organisation, some of them behind several endpoints. */
const url = ({ dice, scope }: Client) =>
  `https://hooks.example.com/${scope.organisationId.slice(-6)}/${dice.integer(3)}`

const filters = async (client: Client) => {
  if (!client.dice.chance(0.3)) return {}
  const postflow = await client.any('postflows')
  return postflow ? { filters: { postflowId: postflow.id } } : {}
}

const keepSecret = (client: Client, body: { id?: string; secret?: string } | undefined) => {
  if (!body?.id || !body.secret) return
  const { secrets } = client.world.chronicle
  secrets.set(body.id, (secrets.get(body.id) ?? new Set()).add(body.secret))
}

const create = async (client: Client) => {
  const description = client.token()
  const answer = await client.ask('webhooks.create', {
    body: {
      url: url(client),
      events: client.dice.pick(subscriptions),
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
  async (client: Client) => ({ events: client.dice.pick(subscriptions) }),
  async () => ({ events: ['*'] }),
  async (client: Client) => ({ url: url(client) }),
  async (client: Client) => ({ filters: (await filters(client)).filters ?? {} }),
]

const onEndpoint =
  (operation: string, body?: (client: Client) => Promise<unknown>) => async (client: Client) => {
    const endpoint = await client.any('webhookEndpoints')
    if (!endpoint) return
    const answer = await client.ask(operation, {
      params: { id: endpoint.id },
      ...(body ? { body: await body(client) } : {}),
    })
    if (answer && answer.status < 300) keepSecret(client, answer.body)
  }

const replay = async (client: Client) => {
  const delivery = await client.any('webhookDeliveries', [
    statusIn('DELIVERED', 'EXHAUSTED', 'PENDING', 'HELD'),
  ])
  if (!delivery) return
  await client.ask('webhooks.replay', { params: { id: delivery.endpointId, deliveryId: delivery.id } })
}

export const webhookActions: readonly Action[] = [
  { share: 3, do: create },
  { share: 3, do: onEndpoint('webhooks.patch', (client) => client.dice.pick(patches)(client)) },
  { share: 0.5, do: onEndpoint('webhooks.remove') },
  { share: 0.7, do: onEndpoint('webhooks.rotateSecret') },
  { share: 0.7, do: onEndpoint('webhooks.test') },
  { share: 1.5, do: onEndpoint('webhooks.replayMissed') },
  { share: 1, do: replay },
]
