import { describe, expect, test } from 'vitest'
import { everyone } from '../../../src/core/ports/store.ts'
import { createMailShop, type MailShop } from '../../support/mail.ts'
import { readSheets } from '../../support/read-sheets.ts'

const clock = '2026-01-05T08:00:00Z'
const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const createExport = async (shop: MailShop, format: string, kind = 'items'): Promise<string> => {
  const created = await shop.call('exports.create', { body: { kind, format } })
  expect(created).toMatchObject({ status: 202, body: { format, status: 'PENDING' } })
  return created.body.id
}
const get = async (shop: MailShop, id: string) => (await shop.call('exports.get', { params: { id } })).body
const fileOf = async (shop: MailShop, id: string): Promise<Uint8Array> => {
  const { body } = await shop.call('exports.file', { params: { id } })
  return typeof body === 'string' ? new TextEncoder().encode(body) : body
}
const exported = async (shop: MailShop, format: string, kind?: string) => {
  const id = await createExport(shop, format, kind)
  await shop.settle()
  return { id, row: await get(shop, id), bytes: await fileOf(shop, id) }
}

/** Inserts so many items that their export needs a second part. */
const postMany = async (shop: MailShop) => {
  await shop.post()
  const [first] = await shop.items()
  await shop.services.store.write((rows) =>
    rows.items.insertMany(
      Array.from({ length: 5000 }, (_, index) => ({
        ...first!,
        id: `itm_X${String(index).padStart(5, '0')}`,
        trackingCode: `X${index}`,
        recipientName: `Zoë ${index}`,
        recipient: { ...first!.recipient, name: `Zoë ${index}`, postalCode: '01067' },
        createdAt: Date.parse(clock) - (index % 7),
      })),
    ),
  )
}

describe('an export as a workbook', () => {
  test('has the columns and rows of the CSV, with cells as stored', async () => {
    const shop = await createMailShop({ clock })
    await shop.post({ name: '=HYPERLINK("x")', reference: '007' })
    await shop.post({ name: 'Zoë' })
    const { row, bytes } = await exported(shop, 'xlsx')
    expect(row).toMatchObject({ status: 'READY', format: 'xlsx', rowCount: 2, sizeBytes: bytes.length })
    const { rows, found } = await readSheets(bytes)
    expect(found).toEqual([])
    const { bytes: csv } = await exported(shop, 'csv')
    expect(rows[0]).toEqual(new TextDecoder().decode(csv).split('\r\n')[0]!.split(','))
    const column = (name: string) => rows.slice(1).map((cells) => cells[rows[0]!.indexOf(name)])
    expect(column('recipient.name')).toEqual(['=HYPERLINK("x")', 'Zoë'])
    expect(column('reference')[0]).toBe('007')
  })

  test('is downloaded with its media type', async () => {
    const shop = await createMailShop({ clock })
    const { id } = await exported(shop, 'xlsx', 'events')
    const { headers } = await shop.call('exports.file', { params: { id } })
    expect(headers['Content-Type']).toBe(workbookType)
  })

  test.each(['items', 'suppressions', 'ledger', 'invoices', 'events', 'analyticsDays'])(
    'of %s has the rows of the CSV',
    async (kind) => {
      const shop = await createMailShop({ clock })
      await shop.post()
      const { bytes, row } = await exported(shop, 'xlsx', kind)
      expect(row.status).toBe('READY')
      const { rows } = await readSheets(bytes)
      const { bytes: csv } = await exported(shop, 'csv', kind)
      expect(rows[0]).toEqual(new TextDecoder().decode(csv).split('\r\n')[0]!.split(','))
      expect(rows).toHaveLength(row.rowCount + 1)
    },
  )

  test('is one file of all its parts, even if clients can download it directly', async () => {
    const shop = await createMailShop({ clock })
    await postMany(shop)
    const { blobs } = shop.services
    blobs.link = async (key) => `https://files.example/${key}`
    const { row, bytes } = await exported(shop, 'xlsx')
    expect(row).toMatchObject({ rowCount: 5001, sizeBytes: bytes.length })
    const stored = await shop.services.store.read((rows) => rows.exports.get(everyone, row.id))
    expect(stored!.parts).toBe(2)
    const whole = await blobs.get(`exports/${row.id.toLowerCase()}/whole`)
    expect(Buffer.compare(whole!, bytes)).toBe(0)
    const { rows } = await readSheets(bytes)
    expect(rows).toHaveLength(5002)
    expect(new Set(rows.map(([id]) => id)).size).toBe(5002)
  })

  test.each([
    ['of rows', { rowCount: 1_048_575 }],
    ['of text', { rowCount: 1, after: { values: [0], id: '', sheet: { size: 2 ** 32 - 50, crc: 0 } } }],
  ])('fails with a remedy if a sheet is full %s, and leaves no file', async (_what, written) => {
    const shop = await createMailShop({ clock })
    const id = await createExport(shop, 'xlsx')
    await shop.post()
    const of = { organisationId: shop.organisation.id }
    // Simulates an export that has already written this much.
    const full = { status: 'PROCESSING' as const, parts: 1, sizeBytes: 1000, ...written }
    await shop.services.store.write((rows) => rows.exports.update(of, id, full))
    await shop.settle()
    const row = await get(shop, id)
    expect(row).toMatchObject({ status: 'FAILED', failureCode: 'sheet_full', file: null })
    expect(row.error).toContain('the limits are 1,048,575 rows and 4 GiB')
    expect(row.error).toContain('CSV')
    const keys: string[] = []
    for await (const key of shop.services.blobs.list('exports/')) keys.push(key)
    expect(keys).toEqual([])
    expect((await exported(shop, 'csv')).row.status).toBe('READY')
  })

  test('is the same file if the process died after each part', async () => {
    const shop = await createMailShop({ clock })
    await postMany(shop)
    const undisturbed = await exported(shop, 'xlsx')
    const { blobs } = shop.services
    const { create } = blobs
    const died = new Set<string>()
    blobs.create = async (key) => {
      const writer = await create(key)
      return {
        ...writer,
        async finish() {
          await writer.finish()
          if (died.has(key)) return
          died.add(key)
          throw new Error('The process died.')
        },
        abort: async () => {},
      }
    }
    const id = await createExport(shop, 'xlsx')
    for (let minute = 0; minute < 5; minute++) await shop.advance(60_000)
    expect(died.size).toBe(2)
    expect(Buffer.compare(await fileOf(shop, id), undisturbed.bytes)).toBe(0)
    const { rows } = await readSheets(undisturbed.bytes)
    expect(rows).toHaveLength(5002)
  })
})
