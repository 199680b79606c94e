import { expect, test } from 'vitest'
import { itemInput, itemPatch } from '../../../src/core/features/items/schema.ts'
import type { Column } from '../../../src/core/kernel/table.ts'
import { type ItemRow, itemsTable, namesOf } from '../../../src/core/model/items.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { createItemShop } from '../../support/items.ts'

const secret = 'Quistgaard'
const json: { readonly [Name in keyof ItemRow]?: unknown } = {
  recipient: { name: secret, street: secret, country: 'NL' },
  data: { firstName: secret },
  metadata: { note: secret },
  findings: [{ severity: 'warning', code: 'address_unverified', message: secret, field: 'recipient' }],
  suppression: { id: 'sup_1', reason: secret, advertisingCategory: null, matchedBy: ['address'] },
  history: [{ status: 'CANCELLED', at: 1, reason: secret }],
  warnings: { any: secret },
}

/** Returns a value with the secret for a column. A new JSON column needs one in `json`. */
const filled = (name: keyof ItemRow): unknown => {
  const { kind }: Column = itemsTable.columns[name]
  if (kind === 'text') return secret
  if (kind === 'json') expect(json, `a value of ${name}`).toHaveProperty(name)
  return kind === 'json' ? json[name] : 1
}

/** A cancelled item with the secret in every column of content, results and derived values. */
const cancelled = async () => {
  const shop = await createItemShop()
  const { id } = await shop.create()
  await shop.act('items.cancel', id)
  const columns = namesOf('content', 'result', 'derived')
  const marked = Object.fromEntries(columns.map((name) => [name, filled(name)]))
  await shop.services.store.write((rows) => rows.items.update(everyone, id, { ...marked, runId: null }))
  return { shop, id, columns }
}

test('an erasure leaves the caller’s data in no column', async () => {
  const { shop, id, columns } = await cancelled()
  expect(await shop.act('items.erase', id)).toMatchObject({ status: 202 })
  const row = await shop.row(id)
  for (const name of columns) expect(JSON.stringify(row[name]), name).not.toContain(secret)
  expect(JSON.stringify(row)).not.toContain(secret)
})

test('callers without items.read see the caller’s data in no field', async () => {
  const { shop, id } = await cancelled()
  const answerTo = async (scopes: string[]) =>
    (await shop.act('items.patch', id, { key: await shop.key('live', scopes), body: {} })).body
  const [writing, reading] = [await answerTo(['items.write']), await answerTo(['items.write', 'items.read'])]
  expect(Object.keys(writing)).toEqual(Object.keys(reading))
  for (const name of namesOf('content', 'result')) {
    if (name in reading) expect(JSON.stringify(reading[name]), name).toContain(secret)
    expect(JSON.stringify(writing[name]) ?? '', name).not.toContain(secret)
  }
})

test('every field that callers write is content or an option', () => {
  /** Fields that place the item: its Postflow, its day, and the item that it corrects. */
  const others = ['postflowId', 'sendOn', 'correctionOfItemId']
  const fields = Object.keys({ ...itemInput.entries, ...itemPatch.entries })
  expect(fields.filter((name) => !others.includes(name)).sort()).toEqual(namesOf('content', 'option').sort())
})
