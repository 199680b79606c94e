import type { Where } from '../../../src/core/kernel/query.ts'
import type { ItemStatus } from '../../../src/core/model/items.ts'
import type { PostflowRow } from '../../../src/core/model/postflows.ts'
import type { Action } from './actions.ts'
import type { Client } from './client.ts'
import { statusIn } from './client.ts'

/** Returns one of few recipients, so that some are duplicates or suppressed, abroad or invalid. */
export const recipient = ({ random }: Client) => {
  const houseNumber = String(1 + random.integer(25))
  const base = { name: `Person ${houseNumber}`, street: 'Damrak', houseNumber, city: 'Amsterdam' }
  const kind = random.float()
  if (kind < 0.08) return { ...base, postalCode: 'nowhere', country: 'NL' }
  if (kind < 0.2) return { ...base, postalCode: '10117', city: 'Berlin', country: 'DE' }
  return { ...base, postalCode: '1012 LG', country: 'NL' }
}

/** Data for the template. One text in twenty does not fit, which only rendering finds. */
export const mergeData = ({ random }: Client) => ({ firstName: random.chance(0.05) ? 'TOO LONG' : 'Zoë' })

/** An active or paused Postflow, usually one whose items need no approval. */
const openPostflow = async (client: Client) => {
  const open = statusIn('ACTIVE', 'PAUSED')
  const free: Where<PostflowRow> = { approval: 'NONE' }
  return (
    (client.random.chance(0.7) && (await client.any('postflows', [open, free]))) ||
    client.any('postflows', [open])
  )
}

const sendOn = ({ random, simulation }: Client) =>
  random.chance(0.15)
    ? { sendOn: new Date(simulation.clock.now() + random.integer(5) * 86_400_000).toISOString().slice(0, 10) }
    : {}

export const create = async (client: Client) => {
  const postflow = await openPostflow(client)
  if (!postflow) return
  const reference = client.token()
  await client.call('items.create', {
    body: {
      postflowId: postflow.id,
      recipient: recipient(client),
      data: mergeData(client),
      reference,
      addressOverride: client.random.chance(0.3),
      ...sendOn(client),
    },
    mark: { table: 'items', field: 'reference', values: [reference] },
    once: client.random.chance(0.1),
  })
}

const createMany = async (client: Client) => {
  const postflow = await openPostflow(client)
  if (!postflow) return
  const token = client.token()
  // Sometimes more items than one transaction moves.
  const count = client.random.chance(0.04) ? 130 : 2 + client.random.integer(8)
  const items = Array.from({ length: count }, (_, index) => ({
    postflowId: postflow.id,
    recipient: recipient(client),
    data: mergeData(client),
    reference: `${token}-${index}`,
  }))
  await client.call('items.createBulk', {
    body: { items },
    mark: { table: 'items', field: 'reference', values: items.map(({ reference }) => reference) },
  })
}

const onItem =
  (operation: string, statuses: readonly ItemStatus[], body?: (client: Client) => unknown) =>
  async (client: Client) => {
    // Usually an item whose status allows the operation.
    const item = await client.any('items', client.random.chance(0.85) ? [statusIn(...statuses)] : [])
    if (!item) return
    await client.call(operation, { params: { id: item.id }, ...(body ? { body: body(client) } : {}) })
  }

const changeable = ['NEEDS_ATTENTION', 'PENDING_APPROVAL', 'HELD', 'READY'] as const
const ended = ['SUPPRESSED', 'COMPLETED', 'RETURNED', 'NOT_SENT', 'FAILED', 'CANCELLED'] as const

export const itemActions: readonly Action[] = [
  { weight: 12, do: create },
  { weight: 5, do: createMany },
  { weight: 4, do: onItem('items.cancel', [...changeable, 'SCHEDULED']) },
  {
    weight: 3,
    do: onItem('items.patch', changeable, (client) => ({
      recipient: recipient(client),
      ...(client.random.chance(0.5) ? { data: mergeData(client) } : {}),
    })),
  },
  { weight: 5, do: onItem('items.approve', ['PENDING_APPROVAL']) },
  { weight: 1, do: onItem('items.reject', ['PENDING_APPROVAL'], () => ({ reason: 'No.' })) },
  { weight: 1, do: onItem('items.reprint', ['COMPLETED', 'RETURNED', 'NOT_SENT', 'FAILED'], () => ({})) },
  { weight: 1, do: onItem('items.erase', ended) },
]
