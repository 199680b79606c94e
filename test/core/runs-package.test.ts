import { createHash } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import type { MemoryPrintPartner } from '../../src/adapters/memory/print-partner.ts'
import { packageRun } from '../../src/core/runs/manage.ts'
import type { Manifest } from '../../src/core/runs/manifest.ts'
import { createMailShop } from '../support/mail.ts'

const before = '2026-01-05T08:00:00Z'
const cutoff = '2026-01-05T09:00:00Z'

/** A printed run of three pieces in two parts, and what the printer got. */
const printed = async () => {
  const shop = await createMailShop({
    clock: before,
    config: { itemsPerPart: 2, baseUrl: 'https://mail.example' },
  })
  await shop.post({
    name: 'Zoë "Zip" Öztürk; & Söhne',
    country: 'DE',
    postalCode: '10115',
    reference: '=1+1',
  })
  await shop.post({ name: 'Ωmega Παπαδόπουλος', country: 'NL', postalCode: '1016 GV' })
  await shop.post({ name: 'Łukasz Żak', country: 'NL', postalCode: '9711 AB' })
  await shop.advance(cutoff)
  const [run] = await shop.runs()
  return { shop, run: run!, files: filesOf(shop.printers.live, run!.id) }
}

const filesOf = (printer: MemoryPrintPartner, runId: string): Map<string, Uint8Array> =>
  new Map(printer.packages.get(runId)!.map((file) => [file.name, file.bytes!]))

const textOf = (files: Map<string, Uint8Array>, name: string) => new TextDecoder().decode(files.get(name)!)
const manifestOf = (files: Map<string, Uint8Array>): Manifest => JSON.parse(textOf(files, 'manifest.json'))

describe('the print package', () => {
  test('holds the parts in order, then the lists, the ticket, and the sums of all of them last', async () => {
    const { run, files } = await printed()
    expect([...files.keys()]).toEqual([
      `${run.id}_001.pdf`,
      `${run.id}_002.pdf`,
      'items.csv',
      'manifest.json',
      'ticket.txt',
      'SHA256SUMS',
    ])
    const sums = [...files]
      .filter(([name]) => name !== 'SHA256SUMS')
      .map(([name, bytes]) => `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`)
    expect(textOf(files, 'SHA256SUMS')).toBe(sums.join(''))
  })

  test('says in its manifest which pages of which file belong to whom', async () => {
    const { shop, run, files } = await printed()
    const manifest = manifestOf(files)
    expect(manifest).toMatchObject({
      schema: 1,
      run: { id: run.id, isTest: false, cutoffAt: '2026-01-05T09:00:00.000Z' },
      specification: { format: 'A6', trim: { w: 148, h: 105 }, bleed: 3 },
      engines: ['fake-renderer 1'],
      itemCount: 3,
      pageCount: 6,
    })
    expect(manifest.items.map((item) => [item.sequence, item.part, item.firstPage, item.pageCount])).toEqual([
      [1, `${run.id}_001.pdf`, 1, 2],
      [2, `${run.id}_001.pdf`, 3, 2],
      [3, `${run.id}_002.pdf`, 1, 2],
    ])
    for (const entry of manifest.items) {
      const item = await shop.item(entry.id)
      expect(entry.trackingUrl).toBe(`HTTPS://MAIL.EXAMPLE/Q/${item.trackingCode}`)
      expect(entry.addressLines[0]).toBe(item.recipientName)
      expect(item.sequence).toBe(entry.sequence)
      // The very bytes of the part say the same.
      expect(textOf(files, entry.part)).toContain(JSON.stringify(entry.addressLines))
    }
  })

  test('lists the items as CSV that a spreadsheet reads: mark, semicolons, quotes, accents', async () => {
    const { files } = await printed()
    const bytes = files.get('items.csv')!
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const rows = parse(Buffer.from(bytes), { bom: true, delimiter: ';', columns: true }) as Record<
      string,
      string
    >[]
    const manifest = manifestOf(files)
    expect(rows.map((row) => [row.sequence, row.id, row.addressLine1, row.sha256])).toEqual(
      manifest.items.map((item) => [String(item.sequence), item.id, item.addressLines[0], item.sha256]),
    )
    expect(rows.map((row) => row.addressLine1)).toEqual([
      'Zoë "Zip" Öztürk; & Söhne',
      'Ωmega Παπαδόπουλος',
      'Łukasz Żak',
    ])
    expect(rows[0]!.reference, 'what a spreadsheet would run').toBe("'=1+1")
  })

  test('has a ticket that a person can read', async () => {
    const { run, files } = await printed()
    const ticket = textOf(files, 'ticket.txt')
    for (const text of [
      run.id,
      'Kaas & Co',
      'Postcard A6',
      '148 × 105 mm',
      'bleed 3 mm',
      'Pieces         3',
    ]) {
      expect(ticket).toContain(text)
    }
    expect(ticket).toContain(`${run.id}_002.pdf   pieces 3 to 3, 2 pages`)
    expect(ticket).not.toContain('TEST')
  })

  test('of a test run says on its ticket that nobody must print it', async () => {
    const shop = await createMailShop({ clock: before })
    await shop.post({ mode: 'test' })
    await shop.advanceTestClock(cutoff)
    const [run] = await shop.runs()
    expect(textOf(filesOf(shop.printers.test, run!.id), 'ticket.txt')).toContain('DO NOT PRINT')
  })

  test('can be made again for the operator, byte by byte the same', async () => {
    const { shop, run, files } = await printed()
    const again = new Map<string, Uint8Array>()
    for await (const file of await packageRun(shop.services, run.id)) {
      const chunks: Uint8Array[] = []
      for await (const chunk of file.content) chunks.push(chunk)
      again.set(file.name, new Uint8Array(Buffer.concat(chunks)))
    }
    expect([...again.keys()]).toEqual([...files.keys()])
    for (const [name, bytes] of again) expect(Buffer.from(bytes).equals(files.get(name)!), name).toBe(true)
  })

  test('is not made of a part that was damaged on disk', async () => {
    const { shop, run } = await printed()
    const key = run.parts[1]!.blobKey
    const bytes = (await shop.services.blobs.get(key))!
    bytes[5]! ^= 1
    await shop.services.blobs.put(key, bytes)
    const read = async () => {
      for await (const file of await packageRun(shop.services, run.id)) {
        for await (const _chunk of file.content);
      }
    }
    await expect(read()).rejects.toThrow(`${run.id}_002.pdf is damaged`)
  })

  test('does not exist before the run is rendered', async () => {
    const shop = await createMailShop({ clock: before })
    await shop.post()
    const [run] = await shop.runs()
    await expect(packageRun(shop.services, run!.id)).rejects.toMatchObject({ code: 'invalid_state' })
    await expect(packageRun(shop.services, 'run_none')).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('runs over the API', () => {
  test('are listed, shown, and list their items, in their own mode', async () => {
    const { shop, run } = await printed()
    const { body: list } = await shop.call('runs.list', { query: 'filter[status]=HANDED_TO_PRINTER' })
    expect(list.data).toHaveLength(1)
    const { body: shown } = await shop.call('runs.get', { params: { id: run.id } })
    expect(shown).toEqual(list.data[0])
    expect(shown).toMatchObject({
      id: run.id,
      status: 'HANDED_TO_PRINTER',
      isTest: false,
      itemCount: 3,
      partner: 'folder',
      parts: [
        { items: 2, pages: 4 },
        { items: 1, pages: 2 },
      ],
    })
    const { body: items } = await shop.call('runs.items', { params: { id: run.id }, query: 'limit=2' })
    expect(items.data).toHaveLength(2)
    const query = { limit: 2, cursor: items.nextCursor }
    const { body: rest } = await shop.call('runs.items', { params: { id: run.id }, query })
    expect([...items.data, ...rest.data].map((item) => item.sequence).sort()).toEqual([1, 2, 3])
    for (const operation of ['runs.get', 'runs.items']) {
      expect(await shop.call(operation, { key: shop.keys.test, params: { id: run.id } })).toMatchObject({
        status: 404,
      })
    }
  })
})
