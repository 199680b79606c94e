import type { Where } from '../../../src/core/kernel/query.ts'
import type { ItemStatus } from '../../../src/core/model/items-lifecycle.ts'
import type { PostflowRow } from '../../../src/core/model/postflows.ts'
import type { Action } from './actions.ts'
import type { Client } from './client.ts'
import { statusIn } from './client.ts'

/** Few people, so that duplicates and suppressions meet; some live abroad or nowhere. */
export const recipient = ({ dice }: Client) => {
  const houseNumber = String(1 + dice.integer(25))
  const base = { name: `Person ${houseNumber}`, street: 'Damrak', houseNumber, city: 'Amsterdam' }
  const kind = dice.float()
  if (kind < 0.08) return { ...base, postalCode: 'nowhere', country: 'NL' }
  if (kind < 0.2) return { ...base, postalCode: '10117', city: 'Berlin', country: 'DE' }
  return { ...base, postalCode: '1012 LG', country: 'NL' }
}

/** One text in twenty shows only in print that it does not fit. */
export const words = ({ dice }: Client) => ({ firstName: dice.chance(0.05) ? 'TOO LONG' : 'Zoë' })

/** Mostly one whose items go by themselves. */
const openPostflow = async (client: Client) => {
  const open = statusIn('ACTIVE', 'PAUSED')
  const free: Where<PostflowRow> = { approval: 'NONE' }
  return (
    (client.dice.chance(0.7) && (await client.any('postflows', [open, free]))) ||
    client.any('postflows', [open])
  )
}

const sendOn = ({ dice, world }: Client) =>
  dice.chance(0.15)
    ? { sendOn: new Date(world.clock.now() + dice.integer(5) * 86_400_000).toISOString().slice(0, 10) }
    : {}

const create = async (client: Client) => {
  const postflow = await openPostflow(client)
  if (!postflow) return
  const reference = client.token()
  await client.ask('items.create', {
    body: {
      postflowId: postflow.id,
      recipient: recipient(client),
      data: words(client),
      reference,
      addressOverride: client.dice.chance(0.3),
      ...sendOn(client),
    },
    mark: { table: 'items', field: 'reference', values: [reference] },
    once: client.dice.chance(0.1),
  })
}

const createMany = async (client: Client) => {
  const postflow = await openPostflow(client)
  if (!postflow) return
  const token = client.token()
  // Now and then more than one transaction moves at a time.
  const count = client.dice.chance(0.04) ? 130 : 2 + client.dice.integer(8)
  const items = Array.from({ length: count }, (_, index) => ({
    postflowId: postflow.id,
    recipient: recipient(client),
    data: words(client),
    reference: `${token}-${index}`,
  }))
  await client.ask('items.createBulk', {
    body: { items },
    mark: { table: 'items', field: 'reference', values: items.map(({ reference }) => reference) },
  })
}

const onItem =
  (operation: string, statuses: readonly ItemStatus[], body?: (client: Client) => unknown) =>
  async (client: Client) => {
    // Mostly one that it can be asked of, sometimes any.
    const item = await client.any('items', client.dice.chance(0.85) ? [statusIn(...statuses)] : [])
    if (!item) return
    await client.ask(operation, { params: { id: item.id }, ...(body ? { body: body(client) } : {}) })
  }

const early = ['NEEDS_ATTENTION', 'PENDING_APPROVAL', 'HELD', 'READY'] as const
const ended = ['SUPPRESSED', 'COMPLETED', 'RETURNED', 'NOT_SENT', 'FAILED', 'CANCELLED'] as const

export const itemActions: readonly Action[] = [
  { share: 12, do: create },
  { share: 5, do: createMany },
  { share: 4, do: onItem('items.cancel', [...early, 'SCHEDULED']) },
  {
    share: 3,
    do: onItem('items.patch', early, (client) => ({
      recipient: recipient(client),
      ...(client.dice.chance(0.5) ? { data: words(client) } : {}),
    })),
  },
  { share: 5, do: onItem('items.approve', ['PENDING_APPROVAL']) },
  { share: 1, do: onItem('items.reject', ['PENDING_APPROVAL'], () => ({ reason: 'No.' })) },
  { share: 1, do: onItem('items.reprint', ['COMPLETED', 'RETURNED', 'NOT_SENT', 'FAILED'], () => ({})) },
  { share: 1, do: onItem('items.erase', ended) },
]
