import { beforeAll, describe, expect, test } from 'vitest'
import { dayMs } from '../../../src/core/kernel/time.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { createMailShop, type MailShop } from '../../support/mail.ts'

const clock = '2026-01-05T08:00:00Z'

const createExport = (shop: MailShop, body: unknown, key = shop.keys.live) =>
  shop.call('exports.create', { body, key })
const file = (shop: MailShop, id: string, key = shop.keys.live) =>
  shop.call('exports.file', { params: { id }, key })

/** Returns the finished export and its file as text. */
const exported = async (shop: MailShop, body: unknown, key = shop.keys.live) => {
  // Waits a minute, because exports are limited per minute.
  shop.clock.advance(60_000)
  const created = await createExport(shop, body, key)
  expect(created).toMatchObject({ status: 202, body: { status: 'PENDING', file: null } })
  await shop.settle()
  const { id } = created.body
  const { body: row } = await shop.call('exports.get', { params: { id }, key })
  const content = (await file(shop, id, key)).body
  const text = typeof content === 'string' ? content : new TextDecoder().decode(content)
  return { row, text, lines: text.trimEnd().split(/\r?\n/) }
}

describe('an export', () => {
  let shop: MailShop
  beforeAll(async () => {
    shop = await createMailShop({ clock })
    await shop.post({ name: '=HYPERLINK("x")', reference: 'a,"b"' })
    await shop.post({ name: 'Zoë' })
    await shop.post({ mode: 'test', name: 'Tess' })
    await shop.advance('2026-01-05T09:00:00Z')
    await shop.post({ name: 'Late' })
  })

  test('of items has a line for each of its mode, oldest first, with the address in columns', async () => {
    const { row, lines } = await exported(shop, { kind: 'items' })
    expect(row).toMatchObject({
      status: 'READY',
      rowCount: 3,
      isTest: false,
      file: `/v1/exports/${row.id}/file`,
    })
    expect(lines[0]).toMatch(
      /^id,status,.*recipient\.name,.*createdAt,updatedAt,data,metadata,findings,billingGroup,correctionOfItemId$/,
    )
    expect(lines).toHaveLength(4)
    expect(lines[1]).toContain(`"'=HYPERLINK(""x"")"`)
    expect(lines[1]).toContain('"a,""b"""')
    expect(lines[2]).toContain('Zoë')
    expect(lines[3]).toContain('Late')
  })

  test('in NDJSON has every row as shown by the API', async () => {
    const { lines, row } = await exported(shop, { kind: 'items', format: 'ndjson' })
    const items = lines.map((line) => JSON.parse(line))
    const { data } = (await shop.call('items.list', { query: { sort: 'createdAt' } })).body
    expect(items).toEqual(data)
    expect(row.sizeBytes).toBe(new TextEncoder().encode(`${lines.join('\n')}\n`).length)
  })

  test('accepts the filters of the list', async () => {
    const { lines } = await exported(shop, {
      kind: 'items',
      format: 'ndjson',
      filters: { 'filter[status][in]': 'IN_PRODUCTION', 'filter[createdAt][gte]': '2026-01-01' },
    })
    expect(lines.map((line) => JSON.parse(line).status)).toEqual(['IN_PRODUCTION', 'IN_PRODUCTION'])
  })

  test('reports every invalid filter as sent', async () => {
    const filters = {
      'filter[status][in]': 'LOST',
      'filter[colour]': 'red',
      'filter[createdAt][ne]': '2026-01-01',
      'filter[createdAt][gte]': 'soon',
      'filter[__proto]': 'x',
      'a]b[c': 'x',
      limit: '5',
      'status[in]': 'READY',
      'filter[status]': 'READY',
      'filter[status][eq]': 'HELD',
    }
    const answer = await createExport(shop, { kind: 'items', filters })
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map((error: { parameter: string }) => error.parameter)).toEqual(
      Object.keys(filters)
        .filter((name) => name !== 'filter[status]')
        .map((name) => `filters.${name}`),
    )
  })

  test.each([
    ['ledger', /^id,kind,debit,credit,amountCents,.*TOP_UP/s],
    ['invoices', /^id,number,kind,.*TOP_UP/s],
    ['events', /^id,type,version,.*item\.created,1,/s],
    ['analyticsDays', /^day,created,sent,cancelled,failed,scans,spendCents\r\n2026-01-05,3,/],
    ['suppressions', /^id,status,/],
  ])('of %s has their columns', async (kind, expected) => {
    expect((await exported(shop, { kind })).text).toMatch(expected)
  })

  test('without rows is a heading, or an empty file', async () => {
    expect((await exported(shop, { kind: 'suppressions' })).lines).toHaveLength(1)
    const { row, text } = await exported(shop, { kind: 'suppressions', format: 'ndjson' })
    expect([row.rowCount, text]).toEqual([0, ''])
  })

  test('of test mode has rows of test mode', async () => {
    const { lines } = await exported(shop, { kind: 'items' }, shop.keys.test)
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain('Tess')
  })

  test('of money or events needs the scope to read them, for creating and downloading', async () => {
    const key = await shop.key('live', ['items.read'])
    for (const kind of ['ledger', 'invoices', 'events']) {
      expect(await createExport(shop, { kind }, key)).toMatchObject({
        status: 403,
        body: { code: 'insufficient_scope' },
      })
    }
    const { row } = await exported(shop, { kind: 'ledger' })
    expect((await file(shop, row.id, key)).status).toBe(403)
    expect((await createExport(shop, { kind: 'items' }, key)).status).toBe(202)
    await shop.settle()
  })

  test('is not found by another organisation or mode', async () => {
    const { row } = await exported(shop, { kind: 'items' })
    const { keys } = await shop.another()
    for (const key of [keys.live, shop.keys.test]) {
      for (const operation of ['exports.get', 'exports.file', 'exports.remove']) {
        expect((await shop.call(operation, { params: { id: row.id }, key })).status, operation).toBe(404)
      }
    }
  })
})

describe('the lifecycle of an export', () => {
  test('has no file before it is READY', async () => {
    const shop = await createMailShop({ clock })
    const { id } = (await createExport(shop, { kind: 'items' })).body
    expect(await file(shop, id)).toMatchObject({
      status: 409,
      body: { detail: 'This export is PENDING and has no file.' },
    })
  })

  /** Inserts so many items that their export needs a second part. */
  const postMany = async (shop: MailShop) => {
    await shop.post()
    const [first] = await shop.items()
    const at = Date.parse(clock)
    await shop.services.store.write((rows) =>
      rows.items.insertMany(
        Array.from({ length: 5000 }, (_, index) => ({
          ...first!,
          id: `itm_X${String(index).padStart(5, '0')}`,
          trackingCode: `X${index}`,
          createdAt: at - (index % 7),
        })),
      ),
    )
  }

  test('joins its parts into one file if clients can download it directly, until it expires', async () => {
    const shop = await createMailShop({ clock })
    await postMany(shop)
    const { blobs } = shop.services
    blobs.link = async (key) => `https://files.example/${key}`
    const { row, text } = await exported(shop, { kind: 'items' })
    const keys = async () => {
      const found: string[] = []
      for await (const key of blobs.list('exports/')) found.push(key)
      return found
    }
    const folder = `exports/${row.id.toLowerCase()}`
    expect(await keys()).toEqual([`${folder}/000001`, `${folder}/000002`, `${folder}/whole`])
    expect(new TextDecoder().decode(await blobs.get(`${folder}/whole`))).toBe(text)
    expect(Buffer.byteLength(text)).toBe(row.sizeBytes)
    await shop.advance(8 * dayMs)
    expect(await keys()).toEqual([])
  })

  test('writes many rows in parts, two for one page more than a part', async () => {
    const shop = await createMailShop({ clock })
    await postMany(shop)
    const { row, lines } = await exported(shop, { kind: 'items' })
    expect(row.rowCount).toBe(5001)
    expect(lines).toHaveLength(5002)
    expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(5002)
    const stored = await shop.services.store.read((rows) => rows.exports.get(everyone, row.id))
    expect(stored!.parts).toBe(2)
  })

  test('excludes rows created after the request', async () => {
    const shop = await createMailShop({ clock })
    await shop.post()
    const { id } = (await createExport(shop, { kind: 'items' })).body
    shop.clock.advance(1)
    await shop.post()
    await shop.settle()
    expect((await shop.call('exports.get', { params: { id } })).body.rowCount).toBe(1)
  })

  test('gives the same file after an interruption between blob and row', async () => {
    const shop = await createMailShop({ clock })
    await shop.post()
    const { blobs } = shop.services
    const { create } = blobs
    let interruptions = 0
    const { id } = (await createExport(shop, { kind: 'items' })).body
    blobs.create = async (key) => {
      const writer = await create(key)
      return {
        ...writer,
        async finish() {
          await writer.finish()
          if (interruptions++ < 2) throw new Error('The process died.')
        },
        abort: async () => {},
      }
    }
    for (let minute = 0; minute < 5; minute++) await shop.advance(60_000)
    expect(interruptions).toBe(3)
    expect((await shop.call('exports.get', { params: { id } })).body).toMatchObject({
      status: 'READY',
      rowCount: 1,
    })
    expect((await file(shop, id)).body.trimEnd().split('\r\n')).toHaveLength(2)
  })

  test('ends as FAILED with the reason if it cannot be written', async () => {
    const shop = await createMailShop({ clock })
    const { id } = (await createExport(shop, { kind: 'items' })).body
    shop.services.blobs.create = async () => {
      throw new Error('The disk is full.')
    }
    for (let minute = 0; minute < 10; minute++) await shop.advance(60_000)
    const { body } = await shop.call('exports.get', { params: { id } })
    expect(body).toMatchObject({ status: 'FAILED', file: null })
    expect(body.error).not.toContain('disk')
    expect((await file(shop, id)).status).toBe(409)
  })

  test('shows its expiry on the clock of its creation in test mode', async () => {
    const shop = await createMailShop({ clock })
    const key = shop.keys.test
    await shop.call('developers.advanceTestClock', { key, body: { by: 'P60D' } })
    const { body } = await createExport(shop, { kind: 'items' }, key)
    expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt)).toBe(7 * dayMs)
    const { data } = (await shop.call('exports.list', { key })).body
    expect(data[0].expiresAt).toBe(body.expiresAt)
  })

  test('ends with its file after seven days, or on removal', async () => {
    const shop = await createMailShop({ clock })
    const blobs = async () => {
      const keys: string[] = []
      for await (const key of shop.services.blobs.list('exports/')) keys.push(key)
      return keys
    }
    const { row } = await exported(shop, { kind: 'items' })
    const other = await exported(shop, { kind: 'events' })
    expect(await blobs()).toHaveLength(2)
    expect((await shop.call('exports.remove', { params: { id: other.row.id } })).status).toBe(204)
    await shop.settle()
    expect(await blobs()).toHaveLength(1)
    expect(Date.parse(row.expiresAt) - Date.parse(row.createdAt)).toBe(7 * dayMs)
    await shop.advance(new Date(Date.parse(row.expiresAt) - 1).toISOString())
    expect((await file(shop, row.id)).status).toBe(200)
    await shop.advance(1)
    expect((await file(shop, row.id)).status).toBe(404)
    expect(await blobs()).toEqual([])
  })

  test('allows ten pending exports, not eleven', async () => {
    const shop = await createMailShop({ clock })
    for (let count = 0; count < 10; count++)
      expect((await createExport(shop, { kind: 'items' })).status).toBe(202)
    expect(await createExport(shop, { kind: 'items' })).toMatchObject({
      status: 409,
      body: { code: 'invalid_state' },
    })
    expect((await createExport(shop, { kind: 'items' }, shop.keys.test)).status).toBe(202)
    await shop.settle()
    expect((await createExport(shop, { kind: 'items' })).status).toBe(202)
  })
})
