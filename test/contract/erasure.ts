import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openFsBlobs } from '../../src/adapters/blobs-fs/blobs.ts'
import { createMemoryPrintPartner } from '../../src/adapters/memory/print-partner.ts'
import { createFolderPartner } from '../../src/adapters/print-folder/partner.ts'
import type { Ports } from '../../src/core/engine/services.ts'
import { recordScan } from '../../src/core/features/tracking/scan.ts'
import type { Blobs } from '../../src/core/ports/blobs.ts'
import { jpegs } from '../support/images.ts'
import { createMailShop, type MailShop } from '../support/mail.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { register } from '../support/webhooks.ts'

export interface Erased {
  store: Ports['store']
  /** Returns the tables that contain one of these texts. Absent if the database is a file in the folder. */
  placesWith?(texts: readonly string[]): Promise<string[]>
  /** The prefix of places in the database. */
  database: string
  /** Blobs outside the folder, with the places in them whose bytes pass the test. */
  elsewhere?: { blobs: Blobs; placesWith(holds: (bytes: Buffer) => boolean): string[] }
}

/** Tests whether bytes contain one of these texts, in the encodings that files use. */
const holding = (texts: readonly string[]) => (bytes: Buffer) =>
  texts.some(
    (text) =>
      bytes.includes(text) ||
      bytes.includes(text.toLowerCase()) ||
      bytes.includes(Buffer.from(text, 'utf16le')),
  )

/** Returns every file below a folder that contains one of these texts. */
const filesWith = (folder: string, texts: readonly string[]): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => holding(texts)(readFileSync(path)))

const secrets = ['Zebulon', 'Quistgaard', 'Sesamstraat', '9999ZX', '9999 ZX', 'Loyalty7788', '198.51.100.77']

/**
 * Creates files named after the recipient, and a removed suppression, with stored idempotent responses for
 * all.
 */
const keepFilesCalled = async (shop: MailShop): Promise<void> => {
  const bytes = Buffer.from('name;street;postalCode;city\nAda Alba;Damrak 3;1012 LG;Amsterdam\n')
  const ok = async (operation: string, call: object) => {
    const { status, body } = await shop.call(operation, call)
    expect([operation, status < 300]).toEqual([operation, true])
    return body
  }
  const list = { kind: 'CSV', name: 'opt-outs Zebulon Quistgaard.csv' }
  const { id: uploadId } = await ok('uploads.create', { query: list, bytes, idempotencyKey: 'list' })
  await ok('suppressions.import', { body: { uploadId, reason: 'opt_out' }, idempotencyKey: 'import' })
  const picture = { query: { kind: 'IMAGE', name: 'quistgaard.jpg' }, bytes: jpegs.rgb }
  await ok('uploads.create', { ...picture, idempotencyKey: 'picture' })
  const recipient = { name: 'Zebulon Quistgaard', street: 'Sesamstraat 7', postalCode: '9999 ZX' }
  const entry = { recipient: { ...recipient, city: 'Stitswerd', country: 'NL' }, reason: 'opt_out' }
  const { id } = await ok('suppressions.create', { body: entry, idempotencyKey: 'entry' })
  await ok('suppressions.remove', { params: { id } })
}

/**
 * Runs on the store, blobs and printer's folder of a real server, and checks that no trace of an erased
 * recipient is left. `open` creates the store, with its files in the folder if it has any.
 */
export const erasureContract = (open: (folder: string) => Promise<Erased>): void => {
  test('after an erasure no row and no file holds anything of the recipient', async () => {
    const folder = temporaryFolder()
    const { store, placesWith = async () => [], database, elsewhere } = await open(folder)
    const placesOf = async (texts: readonly string[]) => [
      ...[
        ...filesWith(folder, texts).map((path) => path.slice(folder.length + 1)),
        ...(elsewhere?.placesWith(holding(texts)) ?? []),
      ].map((path) => path.replaceAll(/(itm|run|rnd|exp)_\w+/gi, '$1')),
      ...(await placesWith(texts)),
    ]
    const printer = createFolderPartner({ root: join(folder, 'printer'), stateDir: join(folder, 'state') })
    await printer.prepare()
    const shop = await createMailShop({
      clock: '2026-01-05T08:00:00Z',
      ports: {
        store,
        blobs: elsewhere?.blobs ?? (await openFsBlobs(join(folder, 'blobs'))),
        printPartners: { live: printer, test: createMemoryPrintPartner({ name: 'simulated' }) },
      },
    })
    const { services } = shop
    await register(shop)
    await shop.call('organisation.patch', { body: { keepScanAddresses: true } })
    shop.sender.answerWith({ status: 500, body: 'Dear Zebulon Quistgaard of Sesamstraat, no.' })
    const item = {
      postflowId: shop.postflow('live'),
      recipient: {
        name: 'Zebulon Quistgaard',
        street: 'Sesamstraat',
        houseNumber: '7',
        postalCode: '9999 ZX',
        city: 'Stitswerd',
        country: 'NL',
      },
      data: { firstName: 'Zebulon' },
      reference: 'Loyalty7788',
      metadata: { loyalty: 'Loyalty7788' },
    }
    const created = await shop.call('items.create', { body: item, idempotencyKey: 'first' })
    expect(created.status).toBe(201)
    const id = created.body.id as string
    await shop.call('items.patch', {
      params: { id },
      body: { data: { firstName: 'Zebulon Q' } },
      idempotencyKey: 'second',
    })
    for (let count = 0; count < 30; count++) await shop.post({ name: `Bystander ${count}` })
    await shop.call('renders.create', { body: { itemId: id, format: 'pdf' }, idempotencyKey: 'third' })
    await recordScan(services, (await shop.item(id)).trackingCode, '198.51.100.77')
    await shop.advance('2026-01-05T09:00:00Z')
    await shop.core.webhooks.drain()
    const operator = await shop.key('live', ['runs.manage'])
    const [run] = await shop.runs()
    expect([run!.status, run!.reason, shop.logged]).toEqual(['HANDED_TO_PRINTER', null, []])
    for (const step of ['runs.offerToCarrier', 'runs.complete']) {
      const answer = await shop.call(step, { params: { id: run!.id }, key: operator })
      expect([step, answer.status]).toEqual([step, 200])
      await shop.settle()
    }
    await shop.call('exports.create', { body: { kind: 'items', format: 'csv' } })
    await keepFilesCalled(shop)
    await shop.settle()
    // Before the erasure the texts must be found: in the database, in parts, previews and exports, and at the
    // printer.
    const seen = (await placesOf(secrets)).map((path) => path.split('/').slice(0, 2).join('/'))
    expect(new Set(seen.filter((path) => !path.startsWith(database)))).toEqual(
      new Set(['blobs/runs', 'blobs/renders', 'blobs/exports', 'printer/run']),
    )
    expect(seen.some((path) => path.startsWith(database))).toBe(true)

    expect((await shop.call('items.erase', { params: { id }, idempotencyKey: 'last' })).status).toBe(202)
    await shop.settle()
    expect((await shop.item(id)).erasedAt).not.toBeNull()
    expect(await placesOf(secrets)).toEqual([])
    // Data of other recipients is still there.
    expect((await placesOf(['Bystander 17'])).some((path) => path.startsWith(database))).toBe(true)
    expect(shop.logged).toEqual([])
    await services.store.close()
    expect(await placesOf(secrets)).toEqual([])
  })
}
