import { expect } from 'vitest'
import { recordScan } from '../../src/core/features/tracking/scan.ts'
import { type TableName, tables } from '../../src/core/model/index.ts'
import { everyone, type Rows } from '../../src/core/ports/store.ts'
import { dutchMapping, line, listOfLines } from './dutch-list.ts'
import { createMailShop, type MailShop } from './mail.ts'
import { zoe } from './recipients.ts'
import type { TestCall, TestShopOptions } from './shop.ts'

const before = '2026-01-05T08:00:00Z'
const aMonthLater = '2026-02-05T09:00:00Z'

/** Creates a shop with every kind of row and file that mail leaves behind, in both modes. */
export const createUsedShop = async (options: TestShopOptions = {}): Promise<MailShop> => {
  const shop = await createMailShop({ clock: before, config: { itemsPerPart: 2 }, ...options })
  const ok = async (operation: string, call: TestCall) => {
    const answer = await shop.call(operation, call)
    expect(answer.status, `${operation} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    return answer.body
  }
  const owner = await shop.portal()
  await ok('webhooks.create', { session: owner, body: { url: 'https://hooks.example/', events: ['*'] } })
  const templateId = (await ok('templates.list', {})).data[0].id
  for (const mode of ['live', 'test'] as const) {
    const key = shop.keys[mode]
    const { id } = await shop.post({ mode, name: 'Zoë de Vries' })
    await shop.post({ mode, name: 'Anna Bakker' })
    await recordScan(shop.services, (await shop.item(id)).trackingCode)
    await ok('itemActions.create', { key, body: { action: 'APPROVE', ids: [id] } })
    await ok('renders.create', { key, body: { itemId: id } })
    await ok('exports.create', { key, body: { kind: 'items', format: 'csv' } })
    const postbatch = await ok('postbatches.create', {
      key,
      body: { name: 'Spring', templateId, billingGroup: 'Marketing' },
    })
    const list = Buffer.from(listOfLines(line(1), line(2), line(3, { code: '' })))
    const upload = await ok('uploads.create', { key, query: { kind: 'CSV', name: 'list.csv' }, bytes: list })
    const body = { uploadId: upload.id, mapping: dutchMapping }
    await ok('postbatches.createImport', { key, params: { id: postbatch.id }, body })
    await ok('suppressions.create', {
      key,
      body: { recipient: { ...zoe, houseNumber: '3' }, reason: 'opt_out' },
    })
    await shop.settle()
  }
  await shop.advanceTestClock(aMonthLater)
  await shop.settle()
  // This item waits for a later cutoff.
  await shop.post({ mode: 'test', name: 'Later' })
  await shop.settle()
  await shop.services.requestLog.flush()
  return shop
}

/** Returns the number of a mode's rows in each table that has any. */
export const rowsIn = (shop: MailShop, mode: 'live' | 'test', organisationId = shop.organisation.id) =>
  shop.services.store.read(async (rows: Rows) => {
    const counts: Partial<Record<TableName, number>> = {}
    for (const name of Object.keys(tables) as TableName[]) {
      if (tables[name].scope !== 'mode') continue
      const count = await (rows[name] as Rows['items']).count({ organisationId, mode }, {})
      if (count > 0) counts[name] = count
    }
    return counts
  })

export const filesOf = async (shop: MailShop): Promise<string[]> => {
  const keys: string[] = []
  for await (const key of shop.services.blobs.list('')) keys.push(key)
  return keys.sort()
}

/** Returns the kinds of the jobs that have failed at least once. */
export const failedJobs = (shop: MailShop) =>
  shop.services.store.read(async (rows) =>
    (await rows.jobs.find(everyone, {})).filter(({ attempts }) => attempts > 0).map(({ kind }) => kind),
  )
