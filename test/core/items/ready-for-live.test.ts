import { describe, expect, test } from 'vitest'
import { holdPrinting } from '../../../src/core/features/printers/printing-hold.ts'
import { packageRun, steer } from '../../../src/core/features/runs/command-line.ts'
import { runLimits } from '../../../src/core/features/runs/limits.ts'
import { cancelRun, requestHandOver, retryRun } from '../../../src/core/features/runs/operating.ts'
import { readinessOf } from '../../../src/core/features/runs/printing/hand-over.ts'
import { seedOrganisation } from '../../../src/core/features/seed/seed.ts'
import { recordScan } from '../../../src/core/features/tracking/scan.ts'
import { minuteMs } from '../../../src/core/kernel/time.ts'
import { createItemShop } from '../../support/items.ts'
import {
  before,
  blocked,
  cutoff,
  dropReturnAddresses,
  loopback,
  minutes,
  onlyRun,
  reasons,
  setBaseUrl,
} from '../../support/live.ts'
import { createMailShop, type MailShop } from '../../support/mail.ts'
import { zoe } from '../../support/recipients.ts'

const each = Object.entries(reasons).map(([code, reason]) => ({ code, ...reason }))

/** Creates a draft Postflow like the seeded one, or a validated Postbatch with one item. */
const draftPostflow = async (shop: MailShop, settings: object = {}, mode: 'live' | 'test' = 'live') => {
  const { body: seeded } = await shop.call('postflows.get', { params: { id: shop.postflow('live') } })
  const body = {
    name: 'Draft',
    templateId: seeded.templateId,
    trackingTargetUrl: seeded.trackingTargetUrl,
    ...settings,
  }
  return (await shop.call('postflows.create', { key: shop.keys[mode], body })).body.id as string
}
const validatedPostbatch = async (shop: MailShop, mode: 'live' | 'test' = 'live') => {
  const key = shop.keys[mode]
  const { body: seeded } = await shop.call('postflows.get', { params: { id: shop.postflow('live') } })
  const { templateId, trackingTargetUrl } = seeded
  const body = { name: 'Spring', templateId, trackingTargetUrl }
  const params = { id: (await shop.call('postbatches.create', { key, body })).body.id as string }
  const items = [{ recipient: zoe, data: { firstName: 'Zoë' } }]
  await shop.call('postbatches.addItems', { key, params, body: { items } })
  await shop.call('postbatches.validate', { key, params })
  await shop.settle()
  return params
}

const refused = (code: string, field: string) => ({
  status: 409,
  body: {
    code: 'not_ready_for_live',
    errors: [{ parameter: field, code, message: expect.stringMatching(/\w/) }],
  },
})

describe.each(each)('live mail with $code', ({ code, field, lose, restore }) => {
  test('cannot start in a Postflow: activate and resume report what to correct', async () => {
    const shop = await createMailShop()
    const draft = { id: await draftPostflow(shop) }
    const paused = { id: shop.postflow('live') }
    await shop.call('postflows.pause', { params: paused })
    await lose(shop)
    if (code === 'tracking_target_missing') {
      await shop.call('postflows.patch', { params: draft, body: { trackingTargetUrl: null } })
    }
    expect(await shop.call('postflows.activate', { params: draft })).toMatchObject(refused(code, field))
    expect(await shop.call('postflows.resume', { params: paused })).toMatchObject(refused(code, field))
    await restore(shop)
    expect((await shop.call('postflows.resume', { params: paused })).status).toBe(200)
  })

  test('cannot be approved as a Postbatch, and reserves nothing', async () => {
    const shop = await createMailShop()
    const params = await validatedPostbatch(shop)
    await lose(shop)
    const target = (trackingTargetUrl: string | null) =>
      shop.call('postbatches.patch', { params, body: { trackingTargetUrl } })
    if (code === 'tracking_target_missing') await target(null)
    const quoted = async () => (await shop.call('postbatches.quote', { params })).body.notReady
    expect(await quoted()).toMatchObject([{ code, field, severity: 'error' }])
    expect(await shop.call('postbatches.approve', { params })).toMatchObject(refused(code, field))
    expect((await shop.call('billing.balance')).body.reservedCents).toBe(0)
    await restore(shop)
    if (code === 'tracking_target_missing') await target('https://example.com/offer')
    expect(await quoted()).toEqual([])
    expect((await shop.call('postbatches.approve', { params })).body.status).toBe('APPROVED')
  })

  test('of a Postbatch in test mode lists the reasons against its live copy', async () => {
    const shop = await createMailShop()
    const params = await validatedPostbatch(shop, 'test')
    const session = await shop.portal()
    const quote = async () => (await shop.call('postbatches.quote', { session, mode: 'test', params })).body
    expect((await quote()).beforeLive.notReady).toEqual([])
    await lose(shop)
    if (code === 'tracking_target_missing') {
      const body = { trackingTargetUrl: null }
      await shop.call('postbatches.patch', { key: shop.keys.test, params, body })
    }
    const { beforeLive, notReady } = await quote()
    expect(beforeLive.notReady).toMatchObject([{ code, field, severity: 'error' }])
    expect(notReady).toEqual([])
    const { id } = (await shop.call('postbatches.copy', { params })).body
    await shop.settle()
    await shop.call('postbatches.validate', { params: { id } })
    await shop.settle()
    const live = (await shop.call('postbatches.quote', { params: { id } })).body
    expect(live.notReady).toMatchObject([{ code, field, severity: 'error' }])
    expect(live.beforeLive).toBeNull()
  })

  test('is rendered and held with its funds reserved and a reason, and sent automatically, once, after the correction', async () => {
    const shop = await blocked(lose)
    const run = await onlyRun(shop)
    const finding = {
      code,
      field,
      message: expect.stringMatching(/\w/),
      postflowId: shop.postflow('live'),
      postbatchId: null,
      templateVersionId: expect.stringMatching(/^tv_/),
    }
    expect((await shop.call('runs.get', { params: { id: run.id } })).body).toMatchObject({
      status: 'RENDERED',
      reason:
        'It can’t be printed until the problems in `findings` are corrected. It then resumes automatically.',
      findings: [finding],
    })
    expect((await shop.call('runs.list')).body.data).toMatchObject([{ findings: [finding] }])
    expect((await shop.call('billing.balance')).body.reservedCents).toBeGreaterThan(0)
    expect((await shop.call('status.get')).body.components).toContainEqual(
      expect.objectContaining({ name: 'printer', status: 'DEGRADED' }),
    )
    await minutes(shop)
    expect((await onlyRun(shop)).revision).toBe(run.revision)
    for (const request of [requestHandOver, retryRun]) {
      await expect(
        steer(shop.services, run.id, (move, current) => request(move, current)),
      ).rejects.toMatchObject({
        code: 'not_ready_for_live',
        errors: [{ code, parameter: field }],
      })
    }
    await expect(packageRun(shop.services, run.id)).rejects.toMatchObject({ code: 'not_ready_for_live' })
    expect(shop.printers.live.packages.size).toBe(0)

    await restore(shop)
    await minutes(shop)
    expect(await onlyRun(shop)).toMatchObject({ status: 'HANDED_TO_PRINTER', reason: null, findings: [] })
    expect([...shop.printers.live.packages.keys()]).toEqual([run.id])
    expect((await shop.items()).map(({ status }) => status)).toEqual(['IN_PRODUCTION'])
    expect((await shop.call('billing.balance')).body.reservedCents).toBe(0)
  })

  test('has no package while the problem exists, even if the run also waits for something else', async () => {
    const shop = await createMailShop({ clock: before })
    const { store } = shop.services
    await store.write((rows) => holdPrinting(rows, { since: shop.clock.now(), reason: 'The press is down.' }))
    await shop.post()
    await shop.advance(cutoff)
    const { id } = await onlyRun(shop)
    await expect(packageRun(shop.services, id)).resolves.toBeDefined()
    await lose(shop)
    await expect(packageRun(shop.services, id)).rejects.toMatchObject({
      code: 'not_ready_for_live',
      errors: [{ code, parameter: field }],
    })
  })

  test('can be cancelled while held: its items join the next run', async () => {
    const shop = await blocked(lose)
    const { id } = await onlyRun(shop)
    await steer(shop.services, id, (move, run) => cancelRun(move, run, 'Another day.'))
    await shop.settle()
    expect((await shop.items()).map(({ status }) => status)).toEqual(['SCHEDULED'])
    expect((await shop.call('billing.balance')).body.reservedCents).toBeGreaterThan(0)
  })

  test('does not hold test mail', async () => {
    const shop = await createMailShop({ clock: before })
    const id = await draftPostflow(shop, { trackingTargetUrl: null }, 'test')
    await lose(shop)
    expect((await shop.call('postflows.activate', { key: shop.keys.test, params: { id } })).status).toBe(200)
    await shop.post({ mode: 'test' })
    const run = await onlyRun(shop)
    await shop.core.scheduler.advance(shop.organisation.id, run.cutoffAt + minuteMs)
    expect(await onlyRun(shop)).toMatchObject({ mode: 'test', status: 'HANDED_TO_PRINTER', findings: [] })
  })
})

test('all reasons are reported at once', async () => {
  const shop = await createMailShop()
  const id = await draftPostflow(shop, { trackingTargetUrl: null })
  await setBaseUrl(shop, loopback)
  await dropReturnAddresses(shop)
  const { body } = await shop.call('postflows.activate', { params: { id } })
  expect(body.errors.map((error: { code: string }) => error.code)).toEqual(Object.keys(reasons))
  expect((await shop.call('postflows.get', { params: { id } })).body.status).toBe('DRAFT')
})

test('mail that prints none of the server’s URLs needs no public base URL, and no printed list contains one', async () => {
  const shop = await createItemShop({ clock: before, config: { baseUrl: loopback } })
  const item = await shop.create()
  await shop.advance(cutoff)
  expect((await shop.row(item.id)).status).toBe('IN_PRODUCTION')
  const [files] = [...shop.printers.live.packages.values()]
  const list = files!.find(({ name }) => name === 'items.csv')!.bytes
  expect(new TextDecoder().decode(list)).not.toMatch(/127\.0\.0\.1/)
})

test.each([
  ['an archived Postflow', 'postflows'],
  ['a printed Postbatch', 'postbatches'],
] as const)('a later target of %s also applies to codes printed before', async (_what, kind) => {
  const shop = await createMailShop({ clock: before })
  const params = kind === 'postbatches' ? await validatedPostbatch(shop) : { id: shop.postflow('live') }
  if (kind === 'postbatches') await shop.call('postbatches.approve', { params })
  else await shop.post()
  await shop.settle()
  await shop.advance(cutoff)
  const [item] = await shop.items()
  expect(item!.status).toBe('IN_PRODUCTION')
  if (kind === 'postflows') await shop.call('postflows.archive', { params })
  const renamed = await shop.call(`${kind}.patch`, { params, body: { name: 'Other' } })
  expect(renamed).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
  const trackingTargetUrl = 'https://example.com/later'
  const patched = await shop.call(`${kind}.patch`, { params, body: { trackingTargetUrl } })
  expect(patched).toMatchObject({ status: 200, body: { trackingTargetUrl } })
  expect(await recordScan(shop.services, item!.trackingCode)).toEqual({ targetUrl: trackingTargetUrl })
})

test('only the first of many findings are reported', async () => {
  const shop = await blocked(reasons.base_url_unreachable.lose)
  const run = await onlyRun(shop)
  const named = async (versions: number) => {
    const drawn = Array.from({ length: versions }, (_, index) => ({
      ...run.drawn[0]!,
      templateVersionId: `tv_${index}`,
    }))
    const { findings } = await shop.services.store.read((rows) =>
      readinessOf(shop.services, rows, { ...run, drawn }),
    )
    return findings.length
  }
  expect(await named(runLimits.findings)).toBe(runLimits.findings)
  expect(await named(runLimits.findings + 1)).toBe(runLimits.findings)
})

describe('seeding', () => {
  test('creates no return address, and without one live Postflows stay drafts', async () => {
    const shop = await createMailShop({ returnAddress: false })
    expect((await shop.call('returnAddresses.list')).body.data).toEqual([])
    const { postflows } = await seedOrganisation(shop.services, shop.organisation.id)
    for (const { mode, status } of postflows) expect(status).toBe(mode === 'live' ? 'DRAFT' : 'ACTIVE')
  })

  test('creates live Postflows as drafts if the server is unreachable for readers', async () => {
    const shop = await createMailShop({ config: { baseUrl: loopback } })
    const { body } = await shop.call('postflows.list')
    for (const { status } of body.data) expect(status).toBe('DRAFT')
  })
})
