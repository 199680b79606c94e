import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { packageRun } from '../../../src/core/features/runs/command-line.ts'
import { createMailShop } from '../../support/mail.ts'
import { before, cutoff, filesOf, manifestOf, printed, sha256, textOf } from '../../support/packages.ts'

describe('the print package', () => {
  test('contains the parts in order, then lists, tickets, the proof, and last the checksums of all', async () => {
    const { run, files } = await printed()
    expect([...files.keys()]).toEqual([
      `${run.id}_001.pdf`,
      `${run.id}_002.pdf`,
      'items.csv',
      'manifest.json',
      'ticket.txt',
      'ticket.xjdf',
      'proof.pdf',
      'SHA256SUMS',
    ])
    const sums = [...files]
      .filter(([name]) => name !== 'SHA256SUMS')
      .map(([name, bytes]) => `${sha256(bytes)}  ${name}\n`)
    expect(textOf(files, 'SHA256SUMS')).toBe(sums.join(''))
  })

  test('maps pages of files to items in its manifest', async () => {
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
      // The part has the same address lines.
      expect(textOf(files, entry.part)).toContain(JSON.stringify(entry.addressLines))
    }
  })

  test('lists the items as CSV for spreadsheets: byte order mark, semicolons, quotes, accents', async () => {
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
      'Ωmega Παπαδόπουλος',
      'Łukasz Żak',
      'Zoë "Zip" Öztürk; & Söhne',
    ])
    expect(rows[2]!.reference, 'what a spreadsheet would run').toBe("'=1+1")
  })

  test('shows the first and last piece and the longest address in its proof, as in the parts', async () => {
    const { run, files } = await printed()
    const { proof, items } = manifestOf(files)
    const bytes = files.get('proof.pdf')!
    expect(proof).toMatchObject({ name: 'proof.pdf', bytes: bytes.length, pages: 4, sha256: sha256(bytes) })
    expect(proof.pieces).toEqual([
      { id: items[0]!.id, sequence: 1, firstPage: 1, pageCount: 2, reasons: ['first'] },
      { id: items[2]!.id, sequence: 3, firstPage: 3, pageCount: 2, reasons: ['last', 'longest_address'] },
    ])
    const text = textOf(files, 'proof.pdf')
    expect(text).toContain(`${run.id} · piece 3 of 3 (last piece, longest address)`)
    for (const { addressLines } of [items[0]!, items[2]!])
      expect(text).toContain(JSON.stringify(addressLines))
    expect(text).not.toContain('Łukasz')
  })

  test('shows every design of the run in its proof', async () => {
    const shop = await createMailShop({ clock: before })
    await shop.post({ postalCode: '1016 GV' })
    await shop.post({ postalCode: '2000 AA' })
    const params = { id: shop.postflow('live') }
    const { templateId } = (await shop.call('postflows.get', { params })).body
    expect((await shop.call('templates.publish', { params: { id: templateId } })).status).toBe(201)
    expect((await shop.call('postflows.patch', { params, body: { templateId } })).status).toBe(200)
    await shop.post({ postalCode: '3000 AA' })
    await shop.post({ postalCode: '9711 AB' })
    await shop.advance(cutoff)
    const [run] = await shop.runs()
    const { proof } = manifestOf(filesOf(shop.printers.live, run!.id))
    expect(proof.pieces.map(({ sequence, reasons }) => [sequence, reasons])).toEqual([
      [1, ['first', 'longest_address', 'design']],
      [3, ['design']],
      [4, ['last']],
    ])
  })

  test('can be written again for the operator, byte for byte the same', async () => {
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

  test('is refused if a part is damaged on disk', async () => {
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

  test('does not exist before rendering', async () => {
    const shop = await createMailShop({ clock: before })
    await shop.post()
    const [run] = await shop.runs()
    await expect(packageRun(shop.services, run!.id)).rejects.toMatchObject({ code: 'invalid_state' })
    await expect(packageRun(shop.services, 'run_none')).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('runs over the API', () => {
  test('are listed and shown with their items, in their own mode', async () => {
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
