import { describe, expect, test } from 'vitest'
import { searchLimits } from '../../../src/core/features/overview/schema.ts'
import { createItemShop, type ItemShop } from '../../support/items.ts'
import { zoe } from '../../support/recipients.ts'

interface Hit {
  kind: string
  id: string
  name: string | null
  matchedBy: string
}
const hits = async (shop: ItemShop, q: string, key?: string): Promise<Hit[]> => {
  const { status, body } = await shop.call('search.find', { query: { q }, ...(key ? { key } : {}) })
  expect([q, status]).toEqual([q, 200])
  return body.data
}
const found = async (shop: ItemShop, q: string, key?: string) =>
  (await hits(shop, q, key)).map(({ kind, name, matchedBy }) => `${kind} ${name} by ${matchedBy}`)

const stocked = async () => {
  const shop = await createItemShop()
  const bram = await shop.create({ reference: 'order-17', recipient: { ...zoe, name: 'Bram van Dijk' } })
  const batch = await shop.call('postbatches.create', {
    body: { name: 'Spring in Dijkstad', templateId: shop.templateId },
  })
  return { shop, bram, batchId: batch.body.id as string }
}

describe('a search', () => {
  test('finds each kind by name and by id, and items by their content', async () => {
    const { shop, bram, batchId } = await stocked()
    const item = 'item Bram van Dijk by'
    const table: [q: string, expected: string[]][] = [
      ['dijk', [`${item} name`, 'postbatch Spring in Dijkstad by name']],
      ['DIJK', [`${item} name`, 'postbatch Spring in Dijkstad by name']],
      ['bram', [`${item} name`]],
      ['greeting', ['postflow Greetings by name', 'template Greeting by name']],
      ['order-1', [`${item} reference`]],
      [bram.tracking.code.toLowerCase(), [`${item} trackingCode`]],
      [bram.id, [`${item} id`]],
      [bram.id.toLowerCase(), [`${item} id`]],
      [bram.id.slice(0, 12), [`${item} id`]],
      [shop.postflowId, ['postflow Greetings by id']],
      [batchId, ['postbatch Spring in Dijkstad by id']],
      [shop.templateId, ['template Greeting by id']],
      [bram.runId, ['run null by id']],
      ['evt_01KEWP9QZZZZ', []],
      ['nothing of this', []],
      ['%', []],
      ['__', []],
    ]
    for (const [q, expected] of table.filter(([text]) => text.length > 1)) {
      expect([q, await found(shop, q)]).toEqual([q, expected])
    }
  })

  test('ignores accents in names', async () => {
    const shop = await createItemShop()
    await shop.create({ recipient: { ...zoe, name: 'Zoë Müller-Łukasz' } })
    await shop.call('postbatches.create', {
      body: { name: 'Fête à Strasbourg', templateId: shop.templateId },
    })
    const item = ['item Zoë Müller-Łukasz by name']
    const batch = ['postbatch Fête à Strasbourg by name']
    const table: [q: string, expected: string[]][] = [
      ['zoe', item],
      ['Zoë', item],
      ['zoe\u0308', item],
      ['ZOÉ', item],
      ['muller-luk', item],
      ['fete a', batch],
      ['FÊTE', batch],
      ['zoo', []],
    ]
    for (const [q, expected] of table) expect([q, await found(shop, q)]).toEqual([q, expected])
  })

  test('shows the current state of what it finds', async () => {
    const { shop, bram } = await stocked()
    expect(await hits(shop, bram.id)).toEqual([
      {
        kind: 'item',
        id: bram.id,
        name: 'Bram van Dijk',
        reference: 'order-17',
        status: 'SCHEDULED',
        matchedBy: 'id',
        createdAt: bram.createdAt,
      },
    ])
    expect(await hits(shop, shop.templateId)).toMatchObject([{ status: 'ACTIVE', reference: null }])
  })

  test('shows at most five of a kind, each once', async () => {
    const shop = await createItemShop()
    const recipient = { ...zoe, name: 'Dora Dora' }
    for (let n = 0; n < searchLimits.hits + 2; n++) {
      await shop.create({ reference: `Dora ${n}`, recipient: { ...recipient, houseNumber: `${n + 1}` } })
    }
    const some = await hits(shop, 'Dora')
    expect(some).toHaveLength(searchLimits.hits)
    expect(new Set(some.map(({ id }) => id)).size).toBe(searchLimits.hits)
  })

  test('shows only what the caller may read', async () => {
    const { shop, bram } = await stocked()
    const key = await shop.key('live', ['templates.read'])
    expect(await found(shop, 'greeting', key)).toEqual(['template Greeting by name'])
    expect(await found(shop, bram.id, key)).toEqual([])
    const reader = await shop.key('live', ['items.read'])
    expect(await found(shop, 'greeting', reader)).toEqual(['postflow Greetings by name'])
    expect(await found(shop, 'greeting', await shop.key('live', ['billing.read']))).toEqual([])
  })

  test('is limited to the organisation and mode; templates belong to both modes', async () => {
    const { shop, bram } = await stocked()
    const { keys } = await shop.another()
    for (const q of [bram.id, 'dijk', 'order-17', bram.tracking.code]) {
      for (const key of [keys.live, shop.keys.test]) expect(await found(shop, q, key)).toEqual([])
    }
    expect(await found(shop, 'greeting', shop.keys.test)).toEqual(['template Greeting by name'])
    expect(await found(shop, 'greeting', keys.live)).toEqual([])
  })

  test('accepts two to 120 characters', async () => {
    const shop = await createItemShop()
    for (const [q, status] of [
      ['a', 422],
      ['  a ', 422],
      ['aa', 200],
      ['a'.repeat(searchLimits.longest), 200],
      ['a'.repeat(searchLimits.longest + 1), 422],
      ['a\0b', 422],
    ] as const) {
      expect([q, (await shop.call('search.find', { query: { q } })).status]).toEqual([q, status])
    }
    expect((await shop.call('search.find', {})).body.errors).toMatchObject([{ parameter: 'q' }])
  })

  test('has its own rate class', async () => {
    const shop = await createItemShop()
    const { headers } = await shop.call('search.find', { query: { q: 'aa' } })
    expect(headers['RateLimit-Limit']).toBe('120')
  })
})
