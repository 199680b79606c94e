import { describe, expect, test } from 'vitest'
import { everyone } from '../../../src/core/ports/store.ts'
import { dutchMapping, manyLines } from '../../support/dutch-list.ts'
import { createImportShop } from '../../support/imports.ts'
import { createItemActionShop } from '../../support/item-actions.ts'
import { memberOf } from '../../support/people.ts'
import { createRemakeShop } from '../../support/remakes.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'

const keyRow = async (shop: TestShop, key: string) => {
  const keys = await shop.services.store.read((rows) =>
    rows.apiKeys.find({ organisationId: shop.organisation.id }, {}),
  )
  return keys.find(({ prefix }) => key.startsWith(prefix))!
}

const revoke = async (shop: TestShop, key: string) => {
  const row = await keyRow(shop, key)
  await shop.services.store.write((rows) => rows.apiKeys.update(row, row.id, { revokedAt: shop.clock.now() }))
}

describe('an action on many items', () => {
  test('stops if its caller loses the permission, and another caller can do the rest', async () => {
    const shop = await createItemActionShop()
    const ids = await shop.many(220)
    const { session, dismiss } = await memberOf(shop, ['items.read', 'items.approve'])
    const created = await shop.call('itemActions.create', {
      session,
      mode: 'live',
      body: { action: 'APPROVE', ids },
    })
    expect(created.status).toBe(202)
    const write = shop.services.store.write.bind(shop.services.store)
    let dismissed = false
    shop.services.store.write = async (body, options) => {
      const value = await write(body, options)
      const action = await shop.services.store.read((rows) => rows.itemActions.get(everyone, created.body.id))
      if (!dismissed && action && action.succeededCount > 0) {
        dismissed = true
        await dismiss()
      }
      return value
    }
    await shop.settle()
    const ended = (await shop.act('itemActions.get', created.body.id)).body
    expect(ended).toMatchObject({ status: 'REFUSED', failureCode: 'permission_withdrawn', totalCount: 220 })
    expect(ended.succeededCount).toBeGreaterThan(0)
    expect(ended.succeededCount).toBeLessThan(220)
    expect(ended.completedAt).not.toBeNull()
    const lacking = await shop.key('live', ['items.read'])
    expect((await shop.act('itemActions.restart', created.body.id, { key: lacking })).status).toBe(403)
    expect((await shop.act('itemActions.restart', created.body.id)).body).toMatchObject({
      status: 'PENDING',
      failureCode: null,
      doneCount: ended.succeededCount,
    })
    await shop.settle()
    expect((await shop.act('itemActions.get', created.body.id)).body).toMatchObject({
      status: 'COMPLETED',
      succeededCount: 220,
      failedCount: 0,
    })
    expect((await shop.act('itemActions.restart', created.body.id)).status).toBe(409)
    expect(shop.logged).toEqual([])
  })

  test('continues for a rotated key and stops for a revoked one', async () => {
    const shop = await createItemActionShop()
    const [first, second] = [await shop.many(1), await shop.many(1)]
    const key = await shop.key('live', ['items.write'])
    const old = await keyRow(shop, key)
    const go = await shop.ask({ action: 'CANCEL', ids: first }, { key })
    // The key's successor, as created by a rotation.
    const next = { ...old, id: shop.services.ids.next('key'), hash: 'ab'.repeat(32) }
    await shop.services.store.write((rows) => rows.apiKeys.insert(next))
    await revoke(shop, key)
    await shop.settle()
    expect((await shop.act('itemActions.get', go.body.id)).body).toMatchObject({ status: 'COMPLETED' })
    const other = await shop.key('live', ['items.write'])
    const stop = await shop.ask({ action: 'CANCEL', ids: second }, { key: other })
    await revoke(shop, other)
    await shop.settle()
    expect((await shop.act('itemActions.get', stop.body.id)).body).toMatchObject({
      status: 'REFUSED',
      failureCode: 'permission_withdrawn',
      doneCount: 0,
    })
    expect(await shop.statuses(second)).toEqual(['PENDING_APPROVAL'])
  })

  test('accepted by a version before 0.3.0 is finished', async () => {
    const shop = await createItemActionShop()
    const ids = await shop.many(1)
    const key = await shop.key('live', ['items.write'])
    const created = await shop.ask({ action: 'CANCEL', ids }, { key })
    await shop.services.store.write((rows) =>
      rows.jobs.updateWhere(
        everyone,
        { kind: 'itemActions.carryOut' },
        { payload: { itemActionId: created.body.id } },
      ),
    )
    await revoke(shop, key)
    await shop.settle()
    expect((await shop.act('itemActions.get', created.body.id)).body.status).toBe('COMPLETED')
  })
})

test.each(['items', 'ledger'])('an export of %s fails if its caller may no longer read it', async (kind) => {
  const shop = await createTestShop()
  const { session, dismiss } = await memberOf(shop, ['items.read', 'billing.read'])
  const { body } = await shop.call('exports.create', { session, body: { kind } })
  await dismiss()
  await shop.settle()
  expect((await shop.call('exports.get', { params: { id: body.id } })).body).toMatchObject({
    status: 'FAILED',
    failureCode: 'permission_withdrawn',
    file: null,
  })
  expect(shop.logged).toEqual([])
})

test('a suppression list is not imported if the caller lost access', async () => {
  const shop = await createImportShop()
  const { session, dismiss } = await memberOf(shop, ['items.read', 'suppressions.manage'])
  const uploadId = await shop.upload(
    'Name,Street,houseNumber,postalCode,City\nEva,Damrak,12,1012 LG,Amsterdam\n',
  )
  const begun = await shop.call('suppressions.import', { session, mode: 'live', body: { uploadId } })
  expect(begun.status).toBe(202)
  await dismiss()
  await shop.settle()
  expect((await shop.call('suppressions.getImport', { params: { id: begun.body.id } })).body).toMatchObject({
    status: 'FAILED',
    failureCode: 'permission_withdrawn',
    failure: expect.stringContaining('no longer has permission to change the suppression list'),
    addedCount: 0,
  })
  expect((await shop.call('suppressions.list')).body.data).toEqual([])
})

test('an import keeps what it imported, and can be restarted by another caller', async () => {
  const shop = await createImportShop()
  const postbatchId = await shop.draft()
  const { session, dismiss } = await memberOf(shop, ['items.read', 'postflows.write'])
  const uploadId = await shop.upload(manyLines(450))
  const begun = await shop.call('postbatches.createImport', {
    session,
    mode: 'live',
    params: { id: postbatchId },
    body: { uploadId, mapping: dutchMapping },
  })
  expect(begun.status).toBe(201)
  const importNow = () => shop.services.store.read((rows) => rows.imports.get(everyone, begun.body.id))
  const write = shop.services.store.write.bind(shop.services.store)
  let isDismissed = false
  shop.services.store.write = async (body, options) => {
    const value = await write(body, options)
    if (!isDismissed && ((await importNow())?.createdCount ?? 0) > 0) {
      isDismissed = true
      await dismiss()
    }
    return value
  }
  await shop.settle()
  const params = { id: postbatchId, importId: begun.body.id }
  expect(await shop.readImport(postbatchId, begun.body.id)).toMatchObject({
    status: 'FAILED',
    failure: { code: 'permission_withdrawn' },
  })
  const { createdCount: kept } = (await importNow())!
  expect(kept).toBeGreaterThan(0)
  expect(kept).toBeLessThan(450)
  const itemCount = async () => (await shop.read(postbatchId)).itemCount
  expect(await itemCount()).toBe(kept)
  expect(await shop.call('postbatches.restartImport', { params })).toMatchObject({ status: 202 })
  await shop.settle()
  expect(await shop.readImport(postbatchId, begun.body.id)).toMatchObject({
    status: 'COMPLETED',
    failure: null,
    rowCount: 450,
    createdCount: 450,
  })
  expect(await itemCount()).toBe(450)
  expect((await shop.call('postbatches.restartImport', { params })).status).toBe(409)
})

test('a remake is not handed over if its operator lost the permission, until another operator requests it', async () => {
  const shop = await createRemakeShop()
  const operator = await shop.portal({ operator: ['runs.manage'] })
  const remake = await shop.call('runs.remake', {
    session: operator,
    organisationId: shop.organisation.id,
    mode: 'live',
    params: { id: shop.runId },
    body: { ranges: [{ from: 1, to: 1 }] },
  })
  expect(remake.status).toBe(201)
  await shop.services.store.write((rows) =>
    rows.users.update(everyone, operator.user.id, { operatorScopes: [] }),
  )
  await shop.settle()
  expect(await shop.remakes()).toMatchObject([{ status: 'FAILED', failureCode: 'permission_withdrawn' }])
  expect(shop.packagesOf(1)).toEqual([])
  expect((await shop.handOver(1)).status).toBe(200)
  await shop.settle()
  expect(await shop.remakes()).toMatchObject([{ status: 'HANDED_TO_PRINTER', failureCode: null }])
})

test('an import and an export accepted by a version before 0.3.0 are finished', async () => {
  const shop = await createImportShop()
  const postbatchId = await shop.draft()
  const { session, dismiss } = await memberOf(shop, ['items.read', 'postflows.write'])
  const uploadId = await shop.upload(manyLines(3))
  const imported = await shop.call('postbatches.createImport', {
    ...{ session, mode: 'live', params: { id: postbatchId } },
    body: { uploadId, mapping: dutchMapping },
  })
  const exported = await shop.call('exports.create', { session, mode: 'live', body: { kind: 'items' } })
  // Jobs that an earlier version queued do not name their caller.
  await shop.services.store.write(async (rows) => {
    for (const job of await rows.jobs.find(everyone, {})) {
      const { callerKind: _kind, callerId: _id, needs, ...payload } = job.payload
      if (needs !== undefined) await rows.jobs.updateWhere(everyone, { id: job.id }, { payload })
    }
  })
  await dismiss()
  await shop.settle()
  expect(await shop.readImport(postbatchId, imported.body.id)).toMatchObject({
    status: 'COMPLETED',
    createdCount: 3,
  })
  const { body } = await shop.call('exports.get', { params: { id: exported.body.id } })
  expect(body).toMatchObject({ status: 'READY', failureCode: null })
})
