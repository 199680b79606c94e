import { expect, test } from 'vitest'
import { everyone } from '../../../src/core/ports/store.ts'
import { dutchMapping, heading, line } from '../../support/dutch-list.ts'
import { createImportShop } from '../../support/imports.ts'

test('an import reads billing groups from a column, and from the Postbatch if the cell is empty', async () => {
  const shop = await createImportShop()
  const id = await shop.draft([], { billingGroup: 'Postbatch' })
  const mapping = { fields: { ...dutchMapping.fields, billingGroup: { column: 'Kostenplaats' } } }
  const list = `${heading};Kostenplaats\n${line(1)}; 4711 \n${line(2)};\n${line(3)};${'x'.repeat(65)}\n`
  const done = await shop.imported(id, list, { mapping })
  expect(done).toMatchObject({ createdCount: 2, failedCount: 1 })
  const { body } = await shop.call('postbatches.badRows', { params: { id, importId: done.id } })
  expect(body.data[0].problems[0].column).toBe('Kostenplaats')
  const items = await shop.services.store.read((rows) => rows.items.find(everyone, { postbatchId: id }))
  const groups = items.map(({ billingGroup }) => billingGroup)
  expect(groups.sort()).toEqual(['4711', 'Postbatch'])
})

test('rows that are returned add no billing group', async () => {
  const shop = await createImportShop()
  const id = await shop.draft([])
  const mapping = { fields: { ...dutchMapping.fields, billingGroup: { column: 'Kostenplaats' } } }
  const list = `${heading};Kostenplaats\n${line(1)};4711\n${line(1)};repeated\n`
  expect(await shop.imported(id, list, { mapping })).toMatchObject({ createdCount: 1, failedCount: 1 })
  const groups = await shop.services.store.read((rows) => rows.billingGroups.find(everyone, {}))
  expect(groups.map(({ name }) => name)).toEqual(['4711'])
})
