import { expect, test } from 'vitest'
import { createItemShop } from '../support/items.ts'
import { withoutKeys } from '../support/other-program.ts'
import { addressOf, openTestDatabase, query } from '../support/postgres/database.ts'
import { zoe } from '../support/recipients.ts'

const day = 86_400_000

const openShop = async () => {
  const store = await openTestDatabase()
  const shop = await createItemShop({ ports: { store } })
  return { shop, sql: (text: string) => query(addressOf(store), text) }
}
const keysOf = 'select "addressKeyV2", "keyedAt" from'

test('an entry changed by a server of 0.2.0 is compared as it is, until its keys are derived', async () => {
  const { shop, sql } = await openShop()
  const body = { recipient: zoe, reason: 'opt_out', matchName: true }
  const { id } = (await shop.call('suppressions.create', { body })).body
  // Updates the row as a server of 0.2.0 does: it widens the entry to every name at the address and doesn't
  // know the columns added since.
  await sql(
    `update suppressions set "matchKey" = 'NL|1012LG|12' || chr(10) || chr(10), "nameKey" = null, "updatedAt" = 1`,
  )
  expect(await sql(`${keysOf} suppressions`)).toEqual([{ addressKeyV2: null, keyedAt: null }])
  const check = async () =>
    (await shop.call('suppressions.check', { body: { recipient: { ...zoe, name: 'Bram' } } })).body.matches
  expect(await check()).toMatchObject([{ entry: { id } }])
  await shop.advance(day)
  expect(await withoutKeys(shop)).toBe(0)
  expect(await check()).toMatchObject([{ entry: { id, matchName: false } }])
})

test('an erasure by a server of 0.2.0 leaves no address in keys that it does not know', async () => {
  const { shop, sql } = await openShop()
  await shop.create({ recipient: zoe })
  expect(await sql(`${keysOf} items`)).toMatchObject([{ addressKeyV2: 'NL|1012LG|12' }])
  await sql(`update items set "recipient" = '{"country":"NL"}', "addressKey" = '', "duplicateKey" = null`)
  expect(await sql(`${keysOf} items`)).toEqual([{ addressKeyV2: null, keyedAt: null }])
  await shop.advance(day)
  expect(await sql('select "addressKeyV2", "duplicateKeyV2" from items')).toEqual([
    { addressKeyV2: '', duplicateKeyV2: null },
  ])
})

test('an entry changed by a server of this version keeps its keys', async () => {
  const { shop, sql } = await openShop()
  const { id } = await shop.create({ recipient: zoe, data: {} })
  await shop.advance(1000)
  const patched = await shop.act('items.patch', id, {
    body: { recipient: { ...zoe, name: 'Dhr. Zoë de Vries' } },
  })
  expect(patched.status).toBe(200)
  const entry = { recipient: zoe, reason: 'opt_out' }
  await shop.call('suppressions.create', { body: entry })
  await shop.advance(1000)
  await shop.call('suppressions.create', { body: { ...entry, recipient: { ...zoe, name: 'Bram' } } })
  for (const table of ['items', 'suppressions']) {
    expect(await sql(`${keysOf} ${table}`)).toEqual([
      { addressKeyV2: 'NL|1012LG|12', keyedAt: expect.any(String) },
    ])
  }
})
