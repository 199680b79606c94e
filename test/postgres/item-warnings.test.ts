import { expect, test } from 'vitest'
import { createItemShop } from '../support/items.ts'
import { addressOf, openTestDatabase, query } from '../support/postgres/database.ts'
import { zoe } from '../support/recipients.ts'

const warning = JSON.stringify([
  { code: 'name_order_doubtful', message: 'Check.', params: {}, severity: 'warning' },
])

test('items whose findings a server of 0.2.0 writes are found by their warnings', async () => {
  const store = await openTestDatabase()
  const shop = await createItemShop({ ports: { store } })
  const sql = (text: string) => query(addressOf(store), text)
  const { id } = await shop.create({ recipient: zoe })
  const found = async (code: string) =>
    (await shop.call('items.list', { query: `filter[warnings]=${code}` })).body.data.map(
      (item: { id: string }) => item.id,
    )
  expect(await found('any')).toEqual([])
  // Such a server knows no later column.
  await sql(`update items set "findings" = '${warning}'`)
  expect(await found('name_order_doubtful')).toEqual([id])
  expect(await found('any')).toEqual([id])
  await sql(`update items set "findings" = '[]'`)
  expect(await found('any')).toEqual([])
})
