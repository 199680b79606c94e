import { describe, expect, test } from 'vitest'
import { everyone } from '../../../src/core/ports/store.ts'
import { dutchMapping, heading, line, listOfLines, manyLines } from '../../support/dutch-list.ts'
import { createImportShop, type ImportShop } from '../../support/imports.ts'

const itemsOf = async (shop: ImportShop, postbatchId: string) =>
  shop.services.store.read((rows) => rows.items.find(everyone, { postbatchId }))

describe('mapping a list', () => {
  test('waits with a suggestion until it is mapped', async () => {
    const shop = await createImportShop()
    const id = await shop.draft()
    const { status, body } = await shop.begin(id, listOfLines(line(1)), {})
    expect(status).toBe(201)
    expect(body).toMatchObject({
      status: 'UPLOADED',
      mapping: null,
      suggestion: { missingFields: [], unusedColumns: [] },
    })
    expect(body.suggestion.mapping.fields).toEqual({
      ...dutchMapping.fields,
      'recipient.name': { columns: ['Voornaam', 'Naam'] },
    })
    const params = { id, importId: body.id }
    const patch = (change: unknown) => shop.call('postbatches.patchImport', { params, body: change })
    expect((await patch({ dryRun: true })).body).toMatchObject({ status: 'UPLOADED', dryRun: true })
    expect((await patch({ mapping: body.suggestion.mapping, dryRun: false })).body.status).toBe('MAPPED')
    expect(await patch({ mapping: body.suggestion.mapping })).toMatchObject({ status: 409 })
    await shop.settle()
    expect(await shop.readImport(id, body.id)).toMatchObject({ status: 'COMPLETED', createdCount: 1 })
    expect((await itemsOf(shop, id))[0]?.recipientName).toBe('P1 Person 1')
  })

  test('accepts a matching preset', async () => {
    const shop = await createImportShop()
    const id = await shop.draft()
    const preset = (
      await shop.call('mappingPresets.create', { body: { name: 'Club', mapping: dutchMapping } })
    ).body
    expect(await shop.imported(id, listOfLines(line(1)), { presetId: preset.id })).toMatchObject({
      status: 'COMPLETED',
      createdCount: 1,
      presetId: preset.id,
    })
    const refused = async (settings: Record<string, unknown>, content = listOfLines(line(1))) =>
      (await shop.begin(id, content, settings)).body.errors?.map(
        ({ parameter, code }: { parameter: string; code: string }) => `${parameter} ${code}`,
      )
    expect(await refused({ presetId: preset.id }, 'a;b\n1;2')).toEqual(['presetId unknown_column'])
    expect(await refused({ presetId: 'map_none' })).toEqual(['presetId unknown'])
    expect(await refused({ presetId: preset.id, mapping: dutchMapping })).toEqual(['presetId conflict'])
    expect(await refused({ mapping: { fields: { reference: { column: 'Nope' } } } })).toEqual([
      'mapping.fields.reference.column unknown_column',
    ])
    expect(
      await refused({
        mapping: { fields: { reference: { column: 'Naam', value: 'x' }, bogus: { value: '1' } } },
      }),
    ).toEqual(expect.arrayContaining(['mapping.fields.reference invalid_value']))
    expect(await refused({ mapping: { fields: {} } })).toEqual(['mapping.fields invalid_value'])
  })

  test('without a heading names columns by position', async () => {
    const shop = await createImportShop()
    const id = await shop.draft()
    const fields = {
      'recipient.name': { column: 'column 3' },
      'recipient.street': { column: 'column 4' },
      'recipient.houseNumber': { column: 'column 5' },
      'recipient.postalCode': { column: 'column 6' },
      'recipient.city': { column: 'column 7' },
      'data.firstName': { column: 'column 2' },
    }
    const done = await shop.imported(id, `sep=;\r\n${line(1)}\r\n${line(2, { code: 'x' })}`, {
      mapping: { fields },
    })
    expect(done).toMatchObject({ header: false, rowCount: 2, createdCount: 1, failedCount: 1 })
    expect(done.problems[0]).toMatchObject({ row: 3, column: 'column 6' })
    const again = await shop.imported(id, (await shop.errors(id, done.id)).replace(';x;', ';1012 LG;'), {
      mapping: { fields },
      header: true,
    })
    expect(again).toMatchObject({ createdCount: 1, failedCount: 0 })
  })
})

describe('files', () => {
  const list = listOfLines(line(1, { name: 'Zoë Müller' }))
  test.each<[string, Uint8Array, string]>([
    ['UTF-8', Buffer.from(list), 'utf-8'],
    ['UTF-16 LE', Buffer.from(`\uFEFF${list}`, 'utf16le'), 'utf-16le'],
    ['UTF-16 BE', Buffer.from(`\uFEFF${list}`, 'utf16le').swap16(), 'utf-16be'],
    ['Windows-1252', Buffer.from(list, 'latin1'), 'windows-1252'],
  ])('in %s are read', async (_what, bytes, encoding) => {
    const shop = await createImportShop()
    const id = await shop.draft()
    expect(await shop.imported(id, bytes)).toMatchObject({ encoding, createdCount: 1 })
    expect((await itemsOf(shop, id))[0]?.recipientName).toBe('Zoë Müller')
  })

  test.each([',', ';', '\t', '|'])(
    'separated by %j are read, and rejected rows are returned likewise',
    async (delimiter) => {
      const shop = await createImportShop()
      const id = await shop.draft()
      const done = await shop.imported(
        id,
        listOfLines(line(1), line(2, { code: 'x' })).replaceAll(';', delimiter),
      )
      expect(done).toMatchObject({ delimiter, createdCount: 1, failedCount: 1 })
      const corrected = (await shop.errors(id, done.id)).replace(
        `${delimiter}x${delimiter}`,
        `${delimiter}1012 LG${delimiter}`,
      )
      expect(await shop.imported(id, corrected)).toMatchObject({ delimiter, createdCount: 1, failedCount: 0 })
    },
  )

  test.each<[string, string, string]>([
    ['a heading alone', heading, 'no_rows'],
    ['blank lines', '\r\n\r\n', 'no_rows'],
    ['a million columns', `${'a;'.repeat(1_000_000)}\r\n1`, 'too_many_cells'],
    ['an endless line', 'x'.repeat(5_000_000), 'record_too_long'],
    ['an endless quotation', `"a;b\r\n${line(1).repeat(5_000)}`, 'record_too_long'],
  ])('%s is refused immediately', async (_what, content, code) => {
    const shop = await createImportShop()
    const id = await shop.draft()
    const answer = await shop.begin(id, content)
    expect(answer).toMatchObject({ status: 422 })
    expect(answer.body.errors).toEqual([expect.objectContaining({ parameter: 'uploadId', code })])
  })

  test('that are no list, belong to another mode or are deleted are refused', async () => {
    const shop = await createImportShop()
    const id = await shop.draft()
    const codeOf = async (uploadId: string) =>
      (await shop.call('postbatches.createImport', { params: { id }, body: { uploadId } })).body.errors?.[0]
        ?.code
    expect(await codeOf('upl_none')).toBe('unknown')
    expect(await codeOf(await shop.upload(list, shop.keys.test))).toBe('unknown')
    const old = await shop.upload(list)
    await shop.services.store.write((rows) =>
      rows.uploads.update(everyone, old, { blobKey: null, status: 'REMOVED' }),
    )
    expect(await codeOf(old)).toBe('removed')
  })

  test('that end abruptly fail, and keep the rows before', async () => {
    const shop = await createImportShop()
    const id = await shop.draft()
    const content = `${manyLines(120)}"${'never ending '.repeat(10_000)}`
    const done = await shop.imported(id, content)
    expect(done).toMatchObject({
      status: 'FAILED',
      failure: { code: 'file_unreadable' },
      rowCount: 120,
      createdCount: 120,
    })
    const failedEvents = (await shop.call('events.list', { query: 'filter[type]=import.failed' })).body.data
    expect(failedEvents).toHaveLength(1)
  })

  test('with fields that cannot be stored have those rows rejected', async () => {
    const shop = await createImportShop()
    const id = await shop.draft()
    const done = await shop.imported(id, listOfLines(line(1), line(2)), {
      mapping: { fields: { ...dutchMapping.fields, 'metadata.__x': { column: 'Naam' } } },
    })
    expect(done.createdCount).toBe(2)
    const long = await shop.imported(id, listOfLines(line(3, { name: 'x'.repeat(500) })))
    expect(long).toMatchObject({ failedCount: 1 })
    expect(long.problems[0].column).toBe('Naam')
  })
})
