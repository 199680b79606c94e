import { describe, expect, test } from 'vitest'
import { everyone } from '../../../src/core/ports/store.ts'
import { dutchMapping } from '../../support/dutch-list.ts'
import { createImportShop, type ImportShop } from '../../support/imports.ts'

const list = 'Naam,Straat,Huisnummer,Postcode,Plaats\nEva Donor,Damrak,12,1012 LG,Amsterdam\n'

/** Operations that open an uploaded list, with their scopes. */
const openings: [
  operation: string,
  scope: string,
  open: (shop: ImportShop, uploadId: string, key: string) => unknown,
][] = [
  [
    'suppressions.importSample',
    'suppressions.manage',
    (shop, uploadId, key) => shop.call('suppressions.importSample', { key, query: { uploadId } }),
  ],
  [
    'suppressions.import',
    'suppressions.manage',
    (shop, uploadId, key) => shop.call('suppressions.import', { key, body: { uploadId } }),
  ],
  [
    'postbatches.createImport',
    'postflows.write',
    async (shop, uploadId, key) =>
      shop.call('postbatches.createImport', {
        key,
        params: { id: await shop.draft() },
        body: { uploadId, mapping: dutchMapping },
      }),
  ],
]

describe.each(openings)('%s', (_operation, scope, open) => {
  test('opens the list of another caller only with items.read', async () => {
    const shop = await createImportShop()
    const uploadId = await shop.upload(list)
    const refused = await open(shop, uploadId, await shop.key('live', [scope]))
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'insufficient_scope', detail: expect.stringContaining('items.read') },
    })
    expect(JSON.stringify(refused)).not.toContain('Eva')
    const opened = await open(shop, uploadId, await shop.key('live', [scope, 'items.read']))
    expect(opened).toMatchObject({ status: expect.toSatisfy((status: number) => status !== 403) })
  })

  test('opens the list that its own key sent', async () => {
    const shop = await createImportShop()
    const key = await shop.key('live', [scope, 'templates.write'])
    const opened = await open(shop, await shop.upload(list, key), key)
    expect(opened).toMatchObject({ status: expect.toSatisfy((status: number) => status !== 403) })
  })

  test('opens a list that an earlier version received only with items.read', async () => {
    const shop = await createImportShop()
    const key = await shop.key('live', [scope, 'templates.write'])
    const uploadId = await shop.upload(list, key)
    await shop.services.store.write((rows) => rows.uploads.update(everyone, uploadId, { createdById: null }))
    expect(await open(shop, uploadId, key)).toMatchObject({ status: 403 })
    expect(await open(shop, uploadId, shop.keys.live)).toMatchObject({
      status: expect.toSatisfy((status: number) => status !== 403),
    })
  })
})

test('the receipt of another caller’s list names neither the file nor its sheets without items.read', async () => {
  const shop = await createImportShop()
  const query = { kind: 'CSV', name: 'Donor Eva.csv' }
  const { id } = (await shop.call('uploads.create', { query, bytes: Buffer.from(list) })).body
  const receipt = async (scopes: string[]) =>
    (await shop.call('uploads.get', { key: await shop.key('live', scopes), params: { id } })).body
  expect(await receipt(['templates.read'])).toMatchObject({
    id,
    status: 'READY',
    name: 'list.csv',
    sheets: null,
  })
  expect(await receipt(['templates.read', 'items.read'])).toMatchObject({ name: 'Donor Eva.csv' })
})
