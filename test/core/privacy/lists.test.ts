import { expect, test } from 'vitest'
import { rewriteAnswers } from '../../../src/core/engine/idempotency/idempotency.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { dutchMapping, line, listOfLines } from '../../support/dutch-list.ts'
import { createImportShop } from '../../support/imports.ts'

test('a requested erasure also covers the imported lists', async () => {
  const shop = await createImportShop()
  const postbatch = await shop.call('postbatches.create', {
    body: { name: 'January', templateId: shop.templateId },
  })
  expect(postbatch.status).toBe(201)
  const postbatchId = postbatch.body.id as string
  const list = listOfLines(
    line(1),
    line(2, { name: 'Zoë de Vries' }),
    line(3, { name: 'Zoë de Vries', code: '' }),
  )
  const done = await shop.imported(postbatchId, list, { mapping: dutchMapping })
  expect(done).toMatchObject({ status: 'COMPLETED', createdCount: 2, failedCount: 1 })
  const [item] = await shop.services.store.read((rows) =>
    rows.items.find(everyone, { recipientName: 'Zoë de Vries' }),
  )
  await shop.call('postbatches.cancel', { params: { id: postbatchId } })
  await shop.settle()
  expect((await shop.row(item!.id)).status).toBe('CANCELLED')
  expect(await shop.errors(postbatchId, done.id)).toContain('Zoë de Vries')

  const named = { fileName: 'Donor Zoë de Vries.CSV' }
  await shop.services.store.write(async (rows) => {
    await rows.imports.update(everyone, done.id, named)
    await rows.uploads.update(everyone, done.uploadId, named)
  })

  expect((await shop.call('items.erase', { params: { id: item!.id } })).status).toBe(202)
  await shop.settle()
  const upload = await shop.services.store.read((rows) => rows.uploads.get(everyone, done.uploadId))
  const read = await shop.readImport(postbatchId, done.id)
  expect([upload!.fileName, read.fileName]).toEqual(['list.csv', 'list.csv'])
  expect((await shop.row(item!.id)).erasedAt).not.toBeNull()
  expect((await shop.call('uploads.get', { params: { id: done.uploadId } })).body.status).toBe('REMOVED')
  expect(await shop.errors(postbatchId, done.id)).not.toContain('Zoë de Vries')
  expect(JSON.stringify(await shop.readImport(postbatchId, done.id))).not.toContain('Zoë')
  for await (const key of shop.services.blobs.list('uploads/')) throw new Error(`${key} is still there`)
  // Other rows of the list are unchanged.
  const [other] = await shop.services.store.read((rows) =>
    rows.items.find(everyone, { recipientName: 'Person 1' }),
  )
  expect(other!.erasureRequestedAt).toBeNull()
})

test("a requested erasure also covers stored responses that name the list's file", async () => {
  const shop = await createImportShop()
  const postbatchId = await shop.draft()
  const bytes = Buffer.from(listOfLines(line(1)))
  const query = { kind: 'CSV', name: 'Donor Zoë de Vries.CSV' }
  const upload = () => shop.call('uploads.create', { query, bytes, idempotencyKey: 'upload' })
  const uploadId = (await upload()).body.id
  const begin = () =>
    shop.call('postbatches.createImport', {
      params: { id: postbatchId },
      body: { uploadId, mapping: dutchMapping },
      idempotencyKey: 'import',
    })
  expect(JSON.stringify((await begin()).body)).toContain('Zoë')
  await shop.settle()
  await shop.call('postbatches.cancel', { params: { id: postbatchId } })
  await shop.settle()
  const [item] = await shop.services.store.read((rows) => rows.items.find(everyone, { postbatchId }))
  expect((await shop.call('items.erase', { params: { id: item!.id } })).status).toBe(202)
  await shop.settle()
  const kept: string[] = []
  await rewriteAnswers(
    shop.services,
    { organisationId: shop.organisation.id, mode: 'live' },
    async (body) => {
      if (body.includes(uploadId)) kept.push(body)
      return undefined
    },
  )
  expect(kept).toHaveLength(2)
  for (const body of kept) {
    expect(body).not.toContain('Zoë')
    expect(body).toContain('list.csv')
  }
  const repeated = await upload()
  expect(repeated).toMatchObject({ status: 201, body: { id: uploadId, name: 'list.csv' } })
})

test('an erasure in a copied mailing also covers the lists of its original', async () => {
  const shop = await createImportShop()
  const body = { name: 'January', templateId: shop.templateId }
  const key = shop.keys.live
  const { id } = (await shop.call('postbatches.create', { key, body })).body
  const done = await shop.imported(id, listOfLines(line(1), line(2, { code: '' })), { mapping: dutchMapping })
  const { id: made } = (await shop.call('postbatches.copy', { params: { id } })).body
  await shop.settle()
  await shop.call('postbatches.cancel', { params: { id: made } })
  await shop.settle()
  const [item] = await shop.services.store.read((rows) => rows.items.find(everyone, { postbatchId: made }))
  expect((await shop.call('items.erase', { params: { id: item!.id } })).status).toBe(202)
  await shop.settle()
  expect((await shop.call('uploads.get', { params: { id: done.uploadId } })).body.status).toBe('REMOVED')
})
