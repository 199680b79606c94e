import { describe, expect, test } from 'vitest'
import { steer } from '../../../src/core/features/runs/command-line.ts'
import { offerRun } from '../../../src/core/features/runs/operating.ts'
import { dayMs } from '../../../src/core/kernel/time.ts'
import { createMailShop } from '../../support/mail.ts'

// The clock starts on Monday 2026-01-05 08:00 UTC; the cutoff is at 09:00 UTC (10:00 in Amsterdam).
const before = '2026-01-05T08:00:00Z'
const cutoff = '2026-01-05T09:00:00Z'

const wholeLife = [
  'item.created',
  'item.ready',
  'item.scheduled',
  'item.in_production',
  'item.handed_to_carrier',
  'item.completed',
]

describe('an item’s run', () => {
  test('is the earliest one with a coming cutoff', async () => {
    const shop = await createMailShop({ clock: before })
    const one = await shop.post()
    const two = await shop.post()
    expect(one).toMatchObject({ status: 'SCHEDULED', cancellableUntil: '2026-01-05T09:00:00.000Z' })
    expect(two.runId).toBe(one.runId)
    expect(await shop.runs()).toMatchObject([{ status: 'OPEN', itemCount: 2, cutoffAt: Date.parse(cutoff) }])
  })

  test.each([
    ['a requested later day', { sendOn: '2026-01-07' }, '2026-01-07T09:00:00.000Z'],
    ['a requested Saturday', { sendOn: '2026-01-10' }, '2026-01-12T09:00:00.000Z'],
  ])('%s', async (_rule, mail, cancellableUntil) => {
    const shop = await createMailShop({ clock: before })
    expect(await shop.post(mail)).toMatchObject({ cancellableUntil })
  })

  test('is the next one at the cutoff itself, even before any job has run', async () => {
    const shop = await createMailShop({ clock: before })
    await shop.post()
    shop.clock.set(cutoff)
    expect(await shop.post()).toMatchObject({ cancellableUntil: '2026-01-06T09:00:00.000Z' })
  })

  test('differs for live and test items and for every specification', async () => {
    const shop = await createMailShop({ clock: before })
    await shop.post({ mode: 'live' })
    await shop.post({ mode: 'test' })
    await shop.post({ mode: 'live', postflow: 'Offer letter' })
    expect((await shop.runs()).map((run) => run.itemCount)).toEqual([1, 1, 1])
  })

  test('loses a cancelled item', async () => {
    const shop = await createMailShop({ clock: before })
    const { id } = await shop.post()
    await shop.post()
    await shop.call('items.cancel', { params: { id } })
    expect(await shop.runs()).toMatchObject([{ itemCount: 1 }])
    expect(await shop.item(id)).toMatchObject({ status: 'CANCELLED', runId: null })
  })
})

describe('a live run', () => {
  test('is rendered and handed over at its cutoff, and its items are in production', async () => {
    const shop = await createMailShop({ clock: before })
    const { id } = await shop.post()
    await shop.advance(cutoff)
    const [run] = await shop.runs()
    expect(run).toMatchObject({
      status: 'HANDED_TO_PRINTER',
      partner: 'folder',
      itemCount: 1,
      uncertain: false,
    })
    expect([...shop.printers.live.packages.keys()]).toEqual([run!.id])
    expect(await shop.item(id)).toMatchObject({ status: 'IN_PRODUCTION', sequence: 1 })
    expect((await shop.events()).filter((type) => type.startsWith('run.'))).toEqual([
      'run.cutoff_reached',
      'run.rendered',
      'run.handed_to_printer',
    ])
  })

  test('does nothing before its cutoff', async () => {
    const shop = await createMailShop({ clock: before })
    await shop.post()
    await shop.advance('2026-01-05T08:59:59.999Z')
    expect(await shop.runs()).toMatchObject([{ status: 'OPEN' }])
  })

  test('waits for the operator’s report of the carrier, and completes after the configured days', async () => {
    const shop = await createMailShop({ clock: before })
    const { id } = await shop.post()
    await shop.advance(cutoff)
    await shop.advance(20 * dayMs)
    const [run] = await shop.runs()
    expect(run).toMatchObject({ status: 'HANDED_TO_PRINTER' })
    await steer(shop.services, run!.id, offerRun)
    await shop.settle()
    expect(await shop.item(id)).toMatchObject({ status: 'HANDED_TO_CARRIER' })
    await shop.advance(2 * dayMs - 1)
    expect(await shop.runs()).toMatchObject([{ status: 'HANDED_TO_CARRIER' }])
    await shop.advance(1)
    expect(await shop.runs()).toMatchObject([{ status: 'COMPLETED' }])
    expect(await shop.events(id)).toEqual(wholeLife)
    await expect(steer(shop.services, run!.id, offerRun)).rejects.toThrow('COMPLETED')
  })

  test('completes empty if all items were removed, and the printer receives nothing', async () => {
    const shop = await createMailShop({ clock: before })
    const { id } = await shop.post()
    await shop.call('items.cancel', { params: { id } })
    await shop.advance(cutoff)
    expect(await shop.runs()).toMatchObject([{ status: 'COMPLETED', itemCount: 0, parts: [] }])
    expect(shop.printers.live.packages.size).toBe(0)
  })
})

describe('a test run', () => {
  test('has its whole lifecycle by the test clock, at the simulated printer', async () => {
    const shop = await createMailShop({ clock: before })
    const { id } = await shop.post({ mode: 'test' })
    await shop.advanceTestClock('2026-02-01T00:00:00Z')
    expect(await shop.events(id)).toEqual(wholeLife)
    const item = await shop.item(id)
    expect(item.history.map(({ status, at }) => [status, new Date(at).toISOString()])).toEqual([
      ['CREATED', '2026-01-05T08:00:00.000Z'],
      ['READY', '2026-01-05T08:00:00.000Z'],
      ['SCHEDULED', '2026-01-05T08:00:00.000Z'],
      ['IN_PRODUCTION', '2026-01-05T09:00:00.000Z'],
      ['HANDED_TO_CARRIER', '2026-01-06T09:00:00.000Z'],
      ['COMPLETED', '2026-01-08T09:00:00.000Z'],
    ])
    expect(shop.printers.test.packages.size).toBe(1)
    expect(shop.printers.live.packages.size).toBe(0)
  })

  test('is not moved by real time alone', async () => {
    const shop = await createMailShop({ clock: before })
    await shop.post({ mode: 'live' })
    await shop.advanceTestClock('2026-01-20T00:00:00Z')
    expect(await shop.runs()).toMatchObject([{ status: 'OPEN', mode: 'live' }])
  })
})

describe('at the cutoff', () => {
  test('a recipient suppressed in the meantime is removed, and the money released', async () => {
    const shop = await createMailShop({ clock: before })
    const { id } = await shop.post()
    await shop.post()
    const { recipient } = await shop.item(id)
    const entry = await shop.call('suppressions.create', { body: { recipient, reason: 'moved' } })
    expect(entry.status).toBe(201)
    await shop.advance(cutoff)
    expect(await shop.item(id)).toMatchObject({
      status: 'SUPPRESSED',
      runId: null,
      suppression: { id: entry.body.id, reason: 'moved', matchedBy: ['address'] },
    })
    expect(await shop.runs()).toMatchObject([{ status: 'HANDED_TO_PRINTER', itemCount: 1 }])
    const [account] = await shop.services.store.read((rows) =>
      rows.accounts.find({ organisationId: shop.organisation.id }, {}),
    )
    expect(account).toMatchObject({ balanceCents: 1_000_000 - 89, reservedCents: 0 })
  })

  test('a suspended organisation’s items return to READY, and join a run after it is resumed', async () => {
    const { resumeOrganisation, suspendOrganisation } = await import(
      '../../../src/core/features/organisations/manage.ts'
    )
    const shop = await createMailShop({ clock: before })
    const { id } = await shop.post()
    await suspendOrganisation(shop.services, shop.organisation.id)
    await shop.advance(cutoff)
    expect(await shop.item(id)).toMatchObject({ status: 'READY', runId: null })
    expect(await shop.runs()).toMatchObject([{ status: 'CANCELLED' }])
    expect(shop.printers.live.packages.size).toBe(0)
    await resumeOrganisation(shop.services, shop.organisation.id)
    await shop.settle()
    expect(await shop.item(id)).toMatchObject({
      status: 'SCHEDULED',
      cancellableUntil: Date.parse('2026-01-06T09:00:00Z'),
    })
  })

  test('a run past its cutoff continues although the organisation is suspended by now', async () => {
    const { suspendOrganisation } = await import('../../../src/core/features/organisations/manage.ts')
    const shop = await createMailShop({ clock: before })
    await shop.post()
    shop.printers.live.script({ kind: 'unavailable', reason: 'The folder is gone.' })
    await shop.advance(cutoff)
    await suspendOrganisation(shop.services, shop.organisation.id)
    shop.printers.live.script()
    await shop.advance(60_000)
    expect(await shop.runs()).toMatchObject([{ status: 'HANDED_TO_PRINTER' }])
  })
})

describe('in the package', () => {
  test('pieces are sorted by country, domestic first, and postal code, and numbered without gaps across parts', async () => {
    const shop = await createMailShop({ clock: before, config: { itemsPerPart: 2 } })
    for (const [country, postalCode] of [
      ['NL', '9711 AB'],
      ['DE', '80331'],
      ['NL', '1016 GV'],
      ['BE', '1000'],
      ['DE', '10115'],
    ]) {
      await shop.post({ country: country!, postalCode: postalCode! })
    }
    await shop.advance(cutoff)
    const items = (await shop.items()).sort((a, b) => a.sequence! - b.sequence!)
    expect(items.map((item) => [item.sequence, item.recipientCountry, item.recipient.postalCode])).toEqual([
      [1, 'NL', '1016 GV'],
      [2, 'NL', '9711 AB'],
      [3, 'BE', '1000'],
      [4, 'DE', '10115'],
      [5, 'DE', '80331'],
    ])
    const [run] = await shop.runs()
    expect(run!.parts.map((part) => [part.name, part.items, part.pages])).toEqual([
      [`${run!.id}_001.pdf`, 2, 4],
      [`${run!.id}_002.pdf`, 1, 2],
      [`${run!.id}_003.pdf`, 2, 4],
    ])
  })

  test('items that can’t be printed are excluded with a reason, and numbering has no gaps', async () => {
    const shop = await createMailShop({ clock: before })
    const good = await shop.post()
    const bad = await shop.post()
    const last = await shop.post()
    // As if the renderer had become stricter since the item was accepted.
    await shop.services.store.write(async (rows) => {
      await rows.items.update({ organisationId: shop.organisation.id }, bad.id, {
        data: { firstName: 'TOO LONG' },
      })
    })
    await shop.advance(cutoff)
    expect(await shop.item(bad.id)).toMatchObject({
      status: 'FAILED',
      runId: null,
      findings: [expect.objectContaining({ code: 'text_overflow', page: 1 })],
    })
    expect((await shop.item(bad.id)).history.at(-1)!.reason).toContain('firstName does not fit')
    expect([(await shop.item(good.id)).sequence, (await shop.item(last.id)).sequence]).toEqual([1, 2])
    expect(await shop.runs()).toMatchObject([{ itemCount: 2, status: 'HANDED_TO_PRINTER' }])
    const [account] = await shop.services.store.read((rows) =>
      rows.accounts.find({ organisationId: shop.organisation.id }, {}),
    )
    expect(account).toMatchObject({ balanceCents: 1_000_000 - 2 * 89, reservedCents: 0 })
  })

  test('a run without printable items completes empty', async () => {
    const shop = await createMailShop({ clock: before })
    const { id } = await shop.post()
    await shop.services.store.write(async (rows) => {
      await rows.items.update({ organisationId: shop.organisation.id }, id, {
        data: { firstName: 'TOO LONG' },
      })
    })
    await shop.advance(cutoff)
    expect(await shop.runs()).toMatchObject([{ itemCount: 0, status: 'COMPLETED' }])
    expect(shop.printers.live.packages.size).toBe(0)
  })
})
