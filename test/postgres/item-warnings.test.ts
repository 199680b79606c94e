import { describe, expect, test } from 'vitest'
import { createPostgresStore } from '../../src/adapters/postgres/store.ts'
import { postgresMigrations } from '../../src/adapters/sql/migrations.ts'
import { createItemShop } from '../support/items.ts'
import { createPostbatchShop, people } from '../support/postbatches.ts'
import { addressOf, newDatabase, openTestDatabase, query } from '../support/postgres/database.ts'
import { zoe } from '../support/recipients.ts'

const warning = JSON.stringify([
  { code: 'name_order_doubtful', message: 'Check.', params: {}, severity: 'warning' },
])

const garbled = (code: string) =>
  JSON.stringify([
    { code: 'address_too_long', message: 'a\u0000b \\u0000 \ud83d "severity":"warning"', severity: 'error' },
    { code, message: '\\', params: { value: '\ud83d' }, severity: 'warning' },
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
  // A server of 0.2.0 does not write later columns.
  await sql(`update items set "findings" = '${warning}'`)
  expect(await found('name_order_doubtful')).toEqual([id])
  expect(await found('any')).toEqual([id])
  await sql(`update items set "findings" = '[]'`)
  expect(await found('any')).toEqual([])
})

test('items of a database of 0.2.0 are found by their warnings, whatever the texts of their findings', async () => {
  const url = await newDatabase()
  const shop = await createItemShop({ ports: { store: await createPostgresStore({ url }) } })
  const { id } = await shop.create({ recipient: zoe })
  await shop.core.close()
  await query(url, 'drop table "items_warnings"; drop function "items_warnings_keep" cascade')
  await query(url, 'drop function "items_warning_codes" cascade')
  await query(url, 'alter table items drop column "warnings"; alter table postbatches drop column "warnings"')
  await query(url, `update items set "findings" = '${garbled('printed_otherwise')}'`)
  await query(url, postgresMigrations().find(({ name }) => name.endsWith('item_warnings'))!.sql)
  const [item] = await query(url, `select "warnings"::json as labels from items where "id" = '${id}'`)
  expect(item).toEqual({ labels: { any: '', printed_otherwise: '' } })
})

describe('a Postbatch with the findings that a server of 0.2.0 writes', () => {
  const validated = async () => {
    const store = await openTestDatabase()
    const shop = await createPostbatchShop({ ports: { store } })
    const id = await shop.validated(people(2))
    const warnings = async () => (await shop.call('postbatches.quote', { params: { id } })).body.warnings
    const sql = (text: string) => query(addressOf(store), text)
    return { shop, id, warnings, sql }
  }

  test('reports its warnings as not counted until it is validated again', async () => {
    const { shop, id, warnings, sql } = await validated()
    expect(await warnings()).toEqual({ itemCount: 0, codes: [] })
    await sql(`update items set "findings" = "findings", "reference" = 'r'`)
    expect(await warnings()).toEqual({ itemCount: 0, codes: [] })
    await sql(`update items set "findings" = '${warning}'`)
    expect(await warnings()).toBeNull()
    await shop.step('postbatches.validate', id)
    expect(await warnings()).not.toBeNull()
  })

  test('is found by their codes, whatever their texts', async () => {
    const { shop, sql } = await validated()
    await sql(`update items set "findings" = '${garbled('printed_otherwise')}'`)
    const counted = async (code: string) =>
      (await shop.call('items.counts', { query: `filter[warnings]=${code}` })).body.totalCount
    expect(await counted('printed_otherwise')).toBe(2)
    expect(await counted('any')).toBe(2)
    expect(await counted('address_too_long')).toBe(0)
  })

  test('reports its warnings as not counted once such a server removes a letter with one', async () => {
    const { shop, id, sql } = await validated()
    await sql(`update items set "findings" = '${warning}'`)
    await shop.step('postbatches.validate', id)
    await sql(`update items set "findings" = '${warning}'`)
    const counts = `{"validatedAt":1,"itemCount":2,"codes":[]}`
    await sql(`update postbatches set "warnings" = '${counts}'`)
    const kept = async () =>
      (await sql(`select "warnings" from postbatches where "id" = '${id}'`))[0]?.warnings
    const moving = (status: string) =>
      `update items set "findings" = "findings", "status" = '${status}' where id = (select max(id) from items)`
    // A server of this version counts the items that it moves itself, so the counts stay valid.
    await sql(moving('CANCELLED'))
    expect(await kept()).toBe(counts)
    await sql(moving('HELD'))
    const pool = `set application_name = 'lettershop'`
    await sql(`${pool}; ${moving('CANCELLED')}`)
    expect(await kept()).toBeNull()
    await sql(`update postbatches set "warnings" = '${counts}', "approvedAt" = 1`)
    await sql(`${pool}; ${moving('HELD')}`)
    expect(await kept()).toBe(counts)
  })

  test('has none counted while such a server removes a letter', async () => {
    const { id, sql } = await validated()
    await sql(`update items set "findings" = '${warning}'`)
    const counting = `update postbatches set "status" = 'VALIDATING', "validatedAt" = null, "warnings" = '{}'`
    const isCounting = async () =>
      (await sql(`select "warnings" from postbatches where "id" = '${id}'`))[0]?.warnings !== null
    await sql(counting)
    await sql(`update items set "findings" = "findings", "reference" = 'r'`)
    expect(await isCounting()).toBe(true)
    await sql(`update items set "findings" = "findings", "status" = 'CANCELLED'`)
    expect(await isCounting()).toBe(false)
  })
})
