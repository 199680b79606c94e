import { describe, expect, test } from 'vitest'
import { everyone } from '../../../src/core/ports/store.ts'
import { createMailShop, type MailShop } from '../../support/mail.ts'
import { before, completed, cutoff, day } from '../../support/privacy.ts'

describe('retention', () => {
  const settings = (shop: MailShop, body: Record<string, unknown>) =>
    shop.call('organisation.patch', { body })

  test('erases by real time after an item has ended, at night, in both modes', async () => {
    const { shop, ids, key } = await completed()
    const waiting = await shop.post({ name: 'Still Waiting', sendOn: '2026-12-01' })
    const cancelled = (await shop.post({ name: 'Was Cancelled' })).id
    await shop.call('items.cancel', { params: { id: cancelled } })
    await settings(shop, { addressRetentionDays: 10 })
    await shop.advance(9 * day)
    expect((await shop.item(ids[0]!)).recipientName).toBe('Zoë de Vries')
    await shop.advance(2 * day)
    for (const id of [...ids, cancelled]) {
      const item = await shop.item(id)
      expect([item.recipientName, item.erasedAt !== null]).toEqual(['', true])
    }
    expect((await shop.item(waiting.id)).recipientName).toBe('Still Waiting')
    expect((await shop.call('items.evidence', { params: { id: ids[0]! }, key })).status).toBe(200)
  })

  test('keeps data permanently if the organisation sets no limit', async () => {
    const { shop, ids } = await completed()
    await shop.advance(400 * day)
    expect((await shop.item(ids[0]!)).recipientName).toBe('Zoë de Vries')
  })

  test('processes more than one chunk, and skips items that a run still needs', async () => {
    const shop = await createMailShop({ clock: before })
    const key = shop.keys.test
    const open = (await shop.post({ mode: 'test' })).id
    await shop.advanceTestClock(cutoff)
    await shop.call('developers.simulate', { params: { id: open }, body: { event: 'NOT_SENT' }, key })
    const ids: string[] = []
    for (let count = 0; count < 120; count++) {
      const { id } = await shop.post({ mode: 'test' })
      await shop.call('items.cancel', { params: { id }, key })
      ids.push(id)
    }
    await settings(shop, { addressRetentionDays: 1 })
    await shop.services.store.write((rows) =>
      // Disables the simulated printer, because it follows the test clock, which stands still here.
      rows.jobs.updateWhere(everyone, { kind: 'runs.offerToCarrier' }, { status: 'FAILED' }),
    )
    await shop.advance(3 * day)
    const rows = await shop.items()
    expect(rows.filter(({ recipientName }) => recipientName !== '').map(({ id }) => id)).toEqual([open])
  })

  test('deletes printed pages separately, and keeps addresses and evidence', async () => {
    const { shop, ids, key } = await completed()
    await settings(shop, { pdfRetentionDays: 5 })
    await shop.advance(4 * day)
    expect((await shop.call('items.document', { params: { id: ids[0]! }, key })).status).toBe(200)
    await shop.advance(2 * day)
    expect((await shop.call('items.document', { params: { id: ids[0]! }, key })).status).toBe(404)
    const { evidence } = (await shop.call('items.evidence', { params: { id: ids[0]! }, key })).body
    expect([evidence.printed.document, evidence.printed.manifestRow.addressLines[0]]).toEqual([
      null,
      'Zoë de Vries',
    ])
    expect((await shop.item(ids[0]!)).recipientName).toBe('Zoë de Vries')
    const [run] = await shop.runs()
    expect([run!.pagesDeletedAt !== null, shop.printers.test.packages.size]).toEqual([true, 0])
  })

  test('is delayed by an unavailable printer for its own runs only, which keep their files', async () => {
    const { shop } = await completed()
    const other = await shop.another({ name: 'Brood & Zn' })
    const [run] = await shop.runs()
    const theirs = { ...run!, id: `${run!.id}x`, organisationId: other.organisation.id, parts: [] }
    await shop.services.store.write((rows) => rows.runs.insert(theirs))
    await settings(shop, { pdfRetentionDays: 5, addressRetentionDays: 5 })
    await shop.call('organisation.patch', { key: other.keys.live, body: { pdfRetentionDays: 5 } })
    const { discard } = shop.printers.test
    const discarded: unknown[] = []
    shop.printers.test.discard = async (id, known) => {
      discarded.push(known)
      if (id === run!.id) throw new Error('The share is away.')
      await discard(id, known)
    }
    const deleted = async (id: string) =>
      (await shop.services.store.read((rows) => rows.runs.get(everyone, id)))!.pagesDeletedAt !== null
    await shop.advance(6 * day)
    expect([await deleted(run!.id), await deleted(theirs.id)]).toEqual([false, true])
    // The printer learns that the run was handed over, in case its own journal is older than the run.
    expect(new Set(discarded.map((known) => JSON.stringify(known)))).toEqual(new Set(['{"handedOver":true}']))
    for (const { blobKey } of (await shop.runs())[0]!.parts) {
      expect(await shop.services.blobs.get(blobKey)).toBeDefined()
    }
    expect((await shop.items()).map(({ recipientName }) => recipientName)).toEqual(['', '', ''])
    expect(shop.logged.map(({ fields }) => String(fields?.error))).toContainEqual(
      expect.stringMatching(/1 run\(s\) wait .* run_\w+: The share is away\./),
    )
    shop.printers.test.discard = discard
    await shop.advance(day / 24)
    expect(await deleted(run!.id)).toBe(true)
  })

  test.each([0, 3651, 1.5, '30', true])('rejects %j days', async (days) => {
    const shop = await createMailShop({ clock: before })
    for (const setting of ['addressRetentionDays', 'pdfRetentionDays']) {
      expect(await settings(shop, { [setting]: days })).toMatchObject({
        status: 422,
        body: { errors: [{ parameter: setting }] },
      })
    }
  })

  test.each([1, 3650, null])('accepts %j days', async (days) => {
    const shop = await createMailShop({ clock: before })
    expect(await settings(shop, { addressRetentionDays: days, pdfRetentionDays: days })).toMatchObject({
      status: 200,
      body: { addressRetentionDays: days, pdfRetentionDays: days },
    })
  })
})
