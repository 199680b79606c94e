import { describe, expect, test } from 'vitest'
import { entry, importChanged } from '../../support/catalogue.ts'
import { createMailShop, type MailShop } from '../../support/mail.ts'

/** A Monday, an hour before the cutoff. */
const monday = '2026-01-05T08:00:00Z'
const planned = (handedToCarrierOn: string | null, deliveredOn: string | null) => ({
  handedToCarrierOn,
  deliveredOn,
})
const runsOf = async (shop: MailShop, key = shop.keys.live) =>
  (await shop.call('runs.list', { key })).body.data
const runOf = async (shop: MailShop, id: string) => (await shop.call('runs.get', { params: { id } })).body

describe('the days of a run', () => {
  test('are planned from its cutoff, and real once the carrier has it', async () => {
    const shop = await createMailShop({ clock: monday })
    const { runId } = await shop.post()
    const id = runId!
    expect(await runsOf(shop)).toMatchObject([planned('2026-01-06', '2026-01-08')])
    await shop.advance('2026-01-08T12:00:00Z')
    expect(await runOf(shop, id)).toMatchObject({
      status: 'HANDED_TO_PRINTER',
      ...planned('2026-01-06', '2026-01-08'),
    })
    const key = await shop.key('live', ['runs.manage'])
    const { body } = await shop.call('runs.offerToCarrier', { key, params: { id } })
    expect(body).toMatchObject({ status: 'HANDED_TO_CARRIER', ...planned('2026-01-08', '2026-01-12') })
    await shop.advance('2026-01-13T12:00:00Z')
    expect(await runOf(shop, id)).toMatchObject({
      status: 'COMPLETED',
      ...planned('2026-01-08', '2026-01-12'),
    })
  })

  test('are null if nothing of it is posted', async () => {
    const shop = await createMailShop({ clock: monday })
    const { id: cancelled } = await shop.post()
    const { runId } = await shop.post({ sendOn: '2026-01-06' })
    await shop.call('items.cancel', { params: { id: cancelled } })
    const key = await shop.key('live', ['runs.manage'])
    await shop.call('runs.cancel', { key, params: { id: runId! }, body: { reason: 'Wrong paper' } })
    await shop.advance('2026-01-05T09:30:00Z')
    expect(await runsOf(shop)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: runId, status: 'CANCELLED', ...planned(null, null) }),
        expect.objectContaining({ status: 'COMPLETED', itemCount: 0, ...planned(null, null) }),
      ]),
    )
  })

  test('are those of the version of its specification', async () => {
    const shop = await createMailShop({ clock: monday })
    await shop.post()
    await importChanged(shop.services, (file) => {
      entry(file, 'specifications', 'postcard-a6').productionDays = 3
    })
    await shop.post()
    const days = async () =>
      (await runsOf(shop)).map((run: Record<string, unknown>) => run.handedToCarrierOn).sort()
    expect(await days()).toEqual(['2026-01-06', '2026-01-08'])
    expect(await days()).toEqual(['2026-01-06', '2026-01-08'])
  })

  test('follow the test clock in test mode', async () => {
    const shop = await createMailShop({ clock: monday })
    await shop.advanceTestClock('2026-02-02T08:00:00Z')
    await shop.post({ mode: 'test' })
    expect(await runsOf(shop, shop.keys.test)).toMatchObject([planned('2026-02-03', '2026-02-05')])
    expect(await runsOf(shop)).toEqual([])
  })
})

describe('the first page of a run', () => {
  test('is that of its first mailing before rendering, and of what is printed after it', async () => {
    const shop = await createMailShop({ clock: monday })
    const { body: postflow } = await shop.call('postflows.get', { params: { id: shop.postflow('live') } })
    const { id, templateId } = postflow
    const { runId } = await shop.post()
    const first = { firstPage: { templateId, version: 1 } }
    expect(await runsOf(shop)).toMatchObject([first])
    await shop.call('templates.publish', { params: { id: templateId } })
    const { body: versions } = await shop.call('templates.versions', { params: { id: templateId } })
    await shop.advance('2026-01-05T09:30:00Z')
    const body = { templateVersionId: versions.data[0].id }
    expect(await shop.call('postflows.patch', { params: { id }, body })).toMatchObject({ status: 200 })
    expect(await runOf(shop, runId!)).toMatchObject(first)
    await shop.post()
    expect(await runsOf(shop)).toMatchObject([{ firstPage: { templateId, version: 2 } }, first])
  })

  test('and its days are shown to operators in the list of all organisations', async () => {
    const shop = await createMailShop({ clock: monday })
    await shop.post()
    const session = await shop.portal({ operator: ['runs.manage'] })
    const [own] = await runsOf(shop)
    const { handedToCarrierOn, deliveredOn, firstPage } = own
    const { data } = (await shop.call('runs.platform', { session })).body
    expect(firstPage).not.toBeNull()
    expect(data).toMatchObject([{ handedToCarrierOn, deliveredOn, firstPage }])
  })
})
