import { expect } from 'vitest'
import { createItemShop, type ItemShop } from './items.ts'

export const mapping = {
  'recipient.name': { path: ['order.customer.first', 'order.customer.last'] },
  'recipient.street': { path: '/order/shipping/street' },
  'recipient.houseNumber': { path: 'order.shipping.number' },
  'recipient.postalCode': { path: 'order.shipping.zip', transform: 'upper' },
  'recipient.city': { path: 'order.shipping.city' },
  'recipient.country': { path: 'order.shipping.country', default: 'NL' },
  'data.firstName': { path: 'order.customer.first' },
  reference: { path: 'order.id' },
  'metadata.source': { value: 'shop' },
} as const

export const order = (changes: Record<string, unknown> = {}) => ({
  order: {
    id: 1007,
    customer: { first: 'Zoë', last: 'de Vries' },
    shipping: { street: 'Damrak', number: 12, zip: '1012 lg', city: 'Amsterdam' },
    ...changes,
  },
  lines: [{ title: 'Cheese' }],
})

export interface ConnectedShop extends ItemShop {
  id: string
  url: string
  send(payload: unknown, headers?: Record<string, string>): ReturnType<ItemShop['call']>
  deliveries(): Promise<Record<string, unknown>[]>
  count(): Promise<number>
}

export const connected = async (settings: Record<string, unknown> = {}): Promise<ConnectedShop> => {
  const shop = await createItemShop()
  const answer = await shop.call('integrations.create', {
    body: { name: 'Shop', postflowId: shop.postflowId, mapping, ...settings },
  })
  expect(answer).toMatchObject({ status: 201 })
  const { id, url } = answer.body
  const params = { token: url.split('/').at(-1) }
  return {
    ...shop,
    id,
    url,
    send: (payload, headers = {}) => {
      const bytes =
        typeof payload === 'string' || payload instanceof Uint8Array ? payload : JSON.stringify(payload)
      return shop.call('integrations.inbound', {
        key: null,
        params,
        bytes: typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes,
        contentType: 'application/json',
        headers,
      })
    },
    deliveries: async () => (await shop.call('integrations.deliveries', { params: { id } })).body.data,
    count: async () => (await shop.call('items.list', { query: { include: 'total' } })).body.totalCount,
  }
}

export const parameters = (answer: { body: { errors: { parameter: string }[] } }) =>
  answer.body.errors.map(({ parameter }) => parameter)
