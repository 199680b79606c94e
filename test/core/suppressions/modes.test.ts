import { beforeEach, describe, expect, test } from 'vitest'
import { createItemShop, type ItemShop } from '../../support/items.ts'
import { listen, pushEvents } from '../../support/live-stream.ts'
import { asWrittenBefore } from '../../support/other-program.ts'
import type { PortalSession } from '../../support/portal.ts'
import { zoe } from '../../support/recipients.ts'

const day = 86_400_000

let shop: ItemShop
let member: PortalSession
beforeEach(async () => {
  shop = await createItemShop()
  member = await shop.portal()
})

const body = { recipient: zoe, reason: 'opt_out' }
const inPortal = (operation: string, call: object = {}, mode = 'test') =>
  shop.call(operation, { session: member, mode, ...call })
const isSuppressed = async (key: string) =>
  (await shop.call('suppressions.check', { key, body: { recipient: zoe } })).body.suppressed
const idsOf = ({ body }: { body: { data: { id: string }[] } }) => body.data.map(({ id }) => id)

describe('a live entry', () => {
  test('also suppresses items of test mode', async () => {
    const postflowId = await shop.postflow({}, shop.keys.test)
    const live = (await shop.call('suppressions.create', { body })).body
    const item = (await shop.post({ postflowId }, shop.keys.test)).body
    expect(item).toMatchObject({ isTest: true, status: 'SUPPRESSED', suppression: { id: live.id } })
  })

  test('is neither listed, shown, changed nor deleted by a test key', async () => {
    const { id } = (await shop.call('suppressions.create', { body })).body
    const key = shop.keys.test
    const checked = await shop.call('suppressions.check', { key, body: { recipient: zoe } })
    expect(checked.body).toMatchObject({ suppressed: true, matches: [] })
    expect(idsOf(await shop.call('suppressions.list', { key }))).toEqual([])
    for (const operation of ['get', 'patch', 'remove']) {
      const call = { key, params: { id }, ...(operation === 'patch' ? { body: { reason: 'moved' } } : {}) }
      expect((await shop.call(`suppressions.${operation}`, call)).status).toBe(404)
    }
    const own = (await shop.call('suppressions.create', { key, body: { ...body, reason: 'moved' } })).body
    expect(own).toMatchObject({ isTest: true, reason: 'moved' })
    expect(own.id).not.toBe(id)
    expect((await shop.call('suppressions.get', { params: { id } })).body.reason).toBe('opt_out')
  })

  test('survives the deletion of test data', async () => {
    await inPortal('suppressions.create', { body })
    await shop.call('suppressions.create', { key: shop.keys.test, body })
    await shop.call('organisation.deleteTestData', { key: shop.keys.test })
    await shop.settle()
    expect(idsOf(await shop.call('suppressions.list', {}))).toHaveLength(1)
    expect(await isSuppressed(shop.keys.live)).toBe(true)
  })
})

describe('a change by a member', () => {
  test.each(['live', 'test'])('applies to live entries while the portal shows %s mode', async (mode) => {
    const created = await inPortal('suppressions.create', { body }, mode)
    expect(created).toMatchObject({ status: 201, body: { isTest: false } })
    const { id } = created.body
    expect(idsOf(await inPortal('suppressions.list', {}, mode))).toEqual([id])
    expect(await isSuppressed(shop.keys.live)).toBe(true)
    expect((await inPortal('suppressions.remove', { params: { id } }, mode)).status).toBe(204)
    expect(await isSuppressed(shop.keys.live)).toBe(false)
  })

  test('with a custom reason is live too, and the reason can be chosen in both modes', async () => {
    await inPortal('suppressionReasons.create', { body: { label: 'Shop', key: 'shop', stops: 'ALL' } })
    for (const key of [shop.keys.live, shop.keys.test]) {
      const answer = await shop.call('suppressions.create', { key, body: { ...body, reason: 'shop' } })
      expect(answer).toMatchObject({ status: 201, body: { stops: 'ALL' } })
    }
    const own = { key: shop.keys.test, params: { key: 'shop' } }
    expect((await shop.call('suppressionReasons.patch', { ...own, body: { label: 'X' } })).status).toBe(404)
    expect((await shop.call('suppressionReasons.remove', own)).status).toBe(404)
    const taken = { key: shop.keys.test, body: { label: 'Shop', key: 'shop', stops: 'ADVERTISING' } }
    expect((await shop.call('suppressionReasons.create', taken)).status).toBe(422)
  })
})

const uploadList = async (): Promise<string> => {
  const csv = new TextEncoder().encode('street,houseNumber,postalCode,city\nDamrak,12,1012 LG,Amsterdam\n')
  const upload = await inPortal('uploads.create', { query: { kind: 'CSV', name: 'list.csv' }, bytes: csv })
  expect(upload.status).toBe(201)
  return upload.body.id
}

test('a list that a member uploads and imports in test mode is live', async () => {
  const uploadId = await uploadList()
  const sample = await inPortal('suppressions.importSample', { query: { uploadId } })
  expect(sample.status).toBe(200)
  const begun = await inPortal('suppressions.import', { body: { uploadId, reason: 'opt_out' } })
  expect(begun).toMatchObject({ status: 202, body: { isTest: false } })
  await shop.settle()
  const read = await inPortal('suppressions.getImport', { params: { id: begun.body.id } })
  expect(read.body).toMatchObject({ status: 'COMPLETED', addedCount: 1 })
  expect(await isSuppressed(shop.keys.live)).toBe(true)
})

test.each(['COMPLETED', 'FAILED'])('a page in test mode is notified when an import is %s', async (status) => {
  const uploadId = await uploadList()
  const stream = await listen(shop, member, { mode: 'test' })
  const changes = () => stream.frames().filter(({ event }) => event === 'import.changed').length
  const { id } = (await inPortal('suppressions.import', { body: { uploadId, reason: 'opt_out' } })).body
  await pushEvents(shop)
  expect(changes()).toBe(1)
  if (status === 'FAILED') {
    const row = await shop.services.store.read((rows) =>
      rows.suppressionImports.get({ organisationId: shop.organisation.id, mode: 'live' }, id),
    )
    await shop.services.blobs.remove(row!.blobKey)
  }
  await shop.settle()
  await pushEvents(shop)
  expect(changes()).toBe(2)
  expect((await inPortal('suppressions.getImport', { params: { id } })).body.status).toBe(status)
})

test('the stored data of a recipient includes the entries that the list shows', async () => {
  const live = (await shop.call('suppressions.create', { body })).body
  const own = (await shop.call('suppressions.create', { key: shop.keys.test, body })).body
  const known = async (call: object) => {
    const about = await shop.call('items.about', { body: { recipient: zoe }, ...call })
    return about.body.suppressions.map(({ id }: { id: string }) => id)
  }
  for (const mode of ['live', 'test']) expect(await known({ session: member, mode })).toEqual([live.id])
  expect(await known({ key: shop.keys.test })).toEqual([own.id])
})

describe('an entry that a test key made', () => {
  test('applies to test mode only', async () => {
    await shop.call('suppressions.create', { key: shop.keys.test, body })
    expect([await isSuppressed(shop.keys.test), await isSuppressed(shop.keys.live)]).toEqual([true, false])
  })
})

describe('entries of test mode from an earlier version', () => {
  const upgraded = async () => {
    const key = shop.keys.test
    await shop.call('suppressionReasons.create', { key, body: { label: 'Fair', key: 'fair', stops: 'ALL' } })
    const { id } = (await shop.call('suppressions.create', { key, body: { ...body, reason: 'fair' } })).body
    await asWrittenBefore(shop)
    await shop.advance(day)
    return id as string
  }
  const undecided = async () =>
    idsOf(await inPortal('suppressions.testEntries', { query: 'filter[isUndecided]=true' }, 'live'))

  test('are listed until a member decides, and suppress test mail as before', async () => {
    const id = await upgraded()
    expect(await undecided()).toEqual([id])
    expect([await isSuppressed(shop.keys.test), await isSuppressed(shop.keys.live)]).toEqual([true, false])
    const again = { key: shop.keys.test, body: { ...body, reason: 'moved' } }
    expect((await shop.call('suppressions.create', again)).body).toMatchObject({ id, reason: 'moved' })
    const other = { key: shop.keys.test, body: { ...body, matchName: true } }
    const later = (await shop.call('suppressions.create', other)).body
    expect(await undecided()).toEqual([id])
    const all = idsOf(await inPortal('suppressions.testEntries', {}, 'live'))
    expect(all.toSorted()).toEqual([id, later.id].toSorted())
  })

  test.each([
    ['marked', true],
    ['not yet marked', false],
  ])('are kept when test data is deleted, %s', async (_what, isMarked) => {
    const id = await upgraded()
    const later = { key: shop.keys.test, body: { ...body, matchName: true } }
    await shop.call('suppressions.create', later)
    const of = { organisationId: shop.organisation.id }
    if (!isMarked) {
      const unmarked = { isUndecided: null, addressKeyV2: null, matchKeyV2: null, keyedAt: null }
      await shop.services.store.write((rows) => rows.suppressions.update(of, id, unmarked))
    }
    const requested = await shop.call('organisation.deleteTestData', { key: shop.keys.test })
    expect(requested).toMatchObject({ status: 202, body: { undecidedSuppressionCount: 1 } })
    await shop.settle()
    expect(idsOf(await inPortal('suppressions.testEntries', {}, 'live'))).toEqual([id])
    expect((await shop.call('organisation.testDataDeletion', {})).body).toMatchObject({
      status: 'COMPLETED',
      undecidedSuppressionCount: 1,
    })
    await shop.advance(day)
    await inPortal('suppressions.assignMode', { params: { id }, body: { isTest: true } })
    await shop.call('organisation.deleteTestData', { key: shop.keys.test })
    await shop.settle()
    expect(idsOf(await inPortal('suppressions.testEntries', {}, 'live'))).toEqual([])
  })

  test('become live with the same ids and reasons', async () => {
    const id = await upgraded()
    const decided = await inPortal('suppressions.assignMode', { params: { id }, body: { isTest: false } })
    expect(decided).toMatchObject({ status: 200, body: { id, isTest: false, reason: 'fair' } })
    expect(await undecided()).toEqual([])
    expect(await isSuppressed(shop.keys.live)).toBe(true)
    const { data } = (await shop.call('suppressionReasons.list', {})).body
    expect(data.at(-1)).toMatchObject({ key: 'fair', stops: 'ALL' })
    const again = await inPortal('suppressions.assignMode', { params: { id }, body: { isTest: true } })
    expect(again.status).toBe(404)
  })

  test('stay in test mode if the recipient did not request them', async () => {
    const id = await upgraded()
    const decided = await inPortal('suppressions.assignMode', { params: { id }, body: { isTest: true } })
    expect(decided).toMatchObject({ status: 200, body: { id, isTest: true } })
    expect(await undecided()).toEqual([])
    expect([await isSuppressed(shop.keys.test), await isSuppressed(shop.keys.live)]).toEqual([true, false])
  })

  test('can only be assigned by members', async () => {
    const id = await upgraded()
    for (const key of [shop.keys.live, shop.keys.test]) {
      const call = { key, params: { id }, body: { isTest: false } }
      expect((await shop.call('suppressions.assignMode', call)).status).toBe(404)
    }
  })
})
