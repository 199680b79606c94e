import pg from 'pg'
import { expect, test } from 'vitest'
import type { ScriptedAnswer } from '../../src/adapters/memory/webhook-sender.ts'
import { erasureContract } from '../contract/erasure.ts'
import { eventually } from '../support/instance.ts'
import { createMailShop } from '../support/mail.ts'
import { addressOf, openTestDatabase, query } from '../support/postgres/database.ts'
import { before, erase } from '../support/privacy.ts'
import { deferred, deliveries, register } from '../support/webhooks.ts'

/** Returns each table with a row that contains one of these texts in any column. */
const tablesWith = async (url: string, texts: readonly string[]): Promise<string[]> => {
  const tables = await query(url, `select tablename as name from pg_tables where schemaname = 'public'`)
  const found: string[] = []
  for (const { name } of tables) {
    const conditions = texts.map((text) => `row::text ilike '%${text}%'`).join(' or ')
    const rows = await query(url, `select 1 from "${name}" as row where ${conditions} limit 1`)
    if (rows.length > 0) found.push(`rows/${name}`)
  }
  return found
}

erasureContract(async () => {
  const store = await openTestDatabase()
  const url = addressOf(store)
  return { store, database: 'rows/', placesWith: (texts) => tablesWith(url, texts) }
})

test('uncommitted writes of an attempt are emptied by an erasure, which waits for them', async () => {
  const store = await openTestDatabase()
  const url = addressOf(store)
  const shop = await createMailShop({ clock: before, ports: { store } })
  await register(shop, { events: ['item.created'] })
  shop.sender.answerWith(() => deferred<ScriptedAnswer>().promise)
  const { id } = await shop.post({ name: 'Zoë de Vries' })
  await shop.call('items.cancel', { params: { id } })
  await shop.core.webhooks.pump()
  // Acts as another server, which looked for erasures before this one was committed.
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  try {
    const [sent] = await deliveries(shop)
    const attempt = { at: shop.clock.now(), durationMs: 1, status: 200, error: null, detail: null }
    const log = JSON.stringify([{ ...attempt, responseBody: 'Zoë de Vries has it' }])
    await other.query('begin')
    await other.query(
      `update "webhook_deliveries" set "attempts" = $1, "attemptCount" = 1, "status" = 'DELIVERED',
        "leaseToken" = null, "leaseUntil" = null where "id" = $2`,
      [log, sent!.id],
    )
    await erase(shop, id)
    const erased = shop.settle()
    await eventually(async () => (await query(url, 'select 1 from pg_locks where not granted')).length > 0)
    await other.query('commit')
    await erased
    const [after] = await deliveries(shop)
    expect(after).toMatchObject({
      status: 'DELIVERED',
      attemptCount: 1,
      attempts: [{ ...attempt, responseBody: '' }],
    })
  } finally {
    await other.end()
  }
})
