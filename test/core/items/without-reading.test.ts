import { expect, test } from 'vitest'
import { createItemShop, type ItemShop } from '../../support/items.ts'
import { zoe } from '../../support/recipients.ts'

const secrets = ['Zoë', 'Damrak', '1012', 'Amsterdam', 'K-77', 'Major donor']
const letter = { reference: 'K-77', metadata: { note: 'Major donor' } }

/** What is done to an item by the scope that only writes. */
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
  '%s with %o shows nothing of the letter without items.read',
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

test('findings name the field and no value of it', async () => {
  const shop = await createItemShop()
  const { id } = await shop.create({ recipient: { ...zoe, postalCode: '99 Damrak' } })
  const key = await shop.key('live', ['items.write'])
  const { status, body: item } = await shop.act('items.patch', id, { key, body: {} })
  expect({ status, item: item.status }).toEqual({ status: 200, item: 'NEEDS_ATTENTION' })
  const [found] = item.findings
  expect(found).toMatchObject({ severity: 'error', field: 'recipient.postalCode' })
  expect(found.message).toBe('The scope items.read is needed to read the details.')
  expect(JSON.stringify(item)).not.toContain('99')
})

test('items that the call creates are answered in full', async () => {
  const shop = await createItemShop()
  const item = await shop.create(letter, await shop.key('live', ['items.write']))
  expect(item).toMatchObject({ reference: 'K-77', recipient: { name: 'Zoë de Vries' } })
})
