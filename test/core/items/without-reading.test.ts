import { describe, expect, test } from 'vitest'
import { createItemShop, type ItemShop } from '../../support/items.ts'
import { createPostbatchShop, type PostbatchShop } from '../../support/postbatches.ts'
import { zoe } from '../../support/recipients.ts'

const secrets = ['Zoë', 'Damrak', '1012', 'Amsterdam', 'K-77', 'Major donor']
const letter = { reference: 'K-77', metadata: { note: 'Major donor' } }

/** Operations on an item that need only the write scope. */
const changes: [
  operation: string,
  body: object | undefined,
  prepare?: (shop: ItemShop, id: string) => unknown,
][] = [
  ['items.patch', {}],
  ['items.patch', { metadata: { colour: null } }],
  ['items.cancel', undefined],
  ['items.approve', undefined, (shop, id) => shop.force(id, 'PENDING_APPROVAL')],
  ['items.reject', { reason: 'Too late.' }, (shop, id) => shop.force(id, 'PENDING_APPROVAL')],
  ['items.reprint', {}, (shop, id) => shop.force(id, 'COMPLETED')],
  ['items.erase', undefined, (shop, id) => shop.act('items.cancel', id)],
]

test.each(changes)(
  '%s with %o shows no content of the letter without items.read',
  async (operation, body, prepare) => {
    const answerTo = async (scopes: string[]) => {
      const shop = await createItemShop()
      const { id } = await shop.create(letter)
      await prepare?.(shop, id)
      return shop.act(operation, id, { key: await shop.key('live', scopes), ...(body ? { body } : {}) })
    }
    const writing = await answerTo(['items.write'])
    const reading = await answerTo(['items.write', 'items.read'])
    expect(reading.status).toBeLessThan(300)
    expect(writing.status).toBe(reading.status)
    for (const secret of secrets) expect(JSON.stringify(writing.body)).not.toContain(secret)
    expect(Object.keys(writing.body)).toEqual(Object.keys(reading.body))
    expect(writing.body).toMatchObject({
      status: reading.body.status,
      priceCents: reading.body.priceCents,
      recipient: { country: 'NL', name: null, street: null },
      data: {},
      metadata: {},
      reference: null,
    })
    if (operation !== 'items.erase') expect(JSON.stringify(reading.body)).toContain('Damrak')
  },
)

test('findings name the field without its value', async () => {
  const shop = await createItemShop()
  const { id } = await shop.create({ recipient: { ...zoe, postalCode: '99 Damrak' } })
  const key = await shop.key('live', ['items.write'])
  const { status, body: item } = await shop.act('items.patch', id, { key, body: {} })
  expect({ status, item: item.status }).toEqual({ status: 200, item: 'NEEDS_ATTENTION' })
  const [found] = item.findings
  expect(found).toMatchObject({ severity: 'error', field: 'recipient.postalCode' })
  expect(found.message).toBe('Reading the details needs the scope items.read.')
  expect(JSON.stringify(item)).not.toContain('99')
})

describe('an item in a request', () => {
  const itemInput = { recipient: zoe, data: { firstName: 'Zoë' } }
  const entry = { body: { recipient: zoe, reason: 'opt_out' } }
  const other = { ...zoe, name: 'Dr. Zoë DE VRIES' }
  const responseOf = async (shop: PostbatchShop, operation: string, key: string) =>
    (await shop.call(operation, { key, body: { ...itemInput, postflowId: shop.postflowId } })).body

  /** Calls of each operation whose response contains an item. */
  const responses: [operation: string, (shop: PostbatchShop, key: string) => Promise<unknown>][] = [
    ['items.validate', (shop, key) => responseOf(shop, 'items.validate', key)],
    ['items.create', (shop, key) => responseOf(shop, 'items.create', key)],
    [
      'items.createBulk',
      async (shop, key) => {
        const items = [{ ...itemInput, postflowId: shop.postflowId }]
        return (await shop.call('items.createBulk', { key, body: { items } })).body.results[0].item
      },
    ],
    [
      'postbatches.addItems',
      async (shop, key) => {
        const id = await shop.draft([{ ...itemInput, recipient: other }])
        const call = { key, params: { id }, body: { items: [itemInput] } }
        return (await shop.call('postbatches.addItems', call)).body.results[0].item
      },
    ],
  ]

  test.each(responses)(
    'is reported by %s as suppressed, with the reason only for items.read',
    async (_, answer) => {
      const shop = await createPostbatchShop()
      await shop.call('suppressions.create', entry)
      expect(await answer(shop, await shop.key('live', ['items.write']))).toMatchObject({
        status: 'SUPPRESSED',
        suppression: null,
      })
      expect(await answer(shop, await shop.key('live', ['items.write', 'items.read']))).toMatchObject({
        status: 'SUPPRESSED',
        suppression: { reason: 'opt_out' },
      })
    },
  )

  test.each(responses)(
    'is reported by %s as duplicate, with the other item only for items.read',
    async (_, answer) => {
      const found = async (scopes: string[]) => {
        const shop = await createPostbatchShop()
        await shop.call('postflows.patch', {
          params: { id: shop.postflowId },
          body: { duplicateWindowDays: 5 },
        })
        await shop.create({ recipient: other })
        return answer(shop, await shop.key('live', scopes))
      }
      const writing = await found(['items.write'])
      expect(writing).toMatchObject({ findings: [{ code: 'duplicate_recipient', field: 'recipient' }] })
      expect(JSON.stringify(writing)).not.toMatch(/DE VRIES/)
      expect(JSON.stringify(await found(['items.write', 'items.read']))).toMatch(/DE VRIES/)
    },
  )

  test('is reported to concurrent callers according to each one’s scopes', async () => {
    const shop = await createPostbatchShop()
    await shop.call('suppressions.create', entry)
    const keys = await Promise.all(
      [['items.write'], ['items.write', 'items.read'], ['items.write']].map((some) => shop.key('live', some)),
    )
    const items = await Promise.all(keys.map((key) => responseOf(shop, 'items.create', key)))
    expect(items.map(({ suppression }) => suppression?.reason ?? null)).toEqual([null, 'opt_out', null])
  })
})

test('items created by the request are returned with everything that it sent', async () => {
  const shop = await createItemShop()
  const item = await shop.create(letter, await shop.key('live', ['items.write']))
  expect(item).toMatchObject({ reference: 'K-77', recipient: { name: 'Zoë de Vries' } })
})
