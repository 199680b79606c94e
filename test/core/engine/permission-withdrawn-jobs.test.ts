import { describe, expect, test } from 'vitest'
import type { NewJob } from '../../../src/core/engine/jobs/kinds.ts'
import { transact } from '../../../src/core/engine/transact.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { createImportShop } from '../../support/imports.ts'
import { memberOf } from '../../support/people.ts'
import { createPostbatchShop, people } from '../../support/postbatches.ts'
import { createRemakeShop } from '../../support/remakes.ts'
import { createSalutationShop, vries } from '../../support/salutations.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'
import { register } from '../../support/webhooks.ts'

/** Removes the caller from jobs, as in jobs queued before 0.3.0. */
const asQueuedBefore = (shop: TestShop) =>
  shop.services.store.write(async (rows) => {
    for (const job of await rows.jobs.find(everyone, {})) {
      const { callerKind: _kind, callerId: _id, needs, ...payload } = job.payload
      if (needs !== undefined) await rows.jobs.updateWhere(everyone, { id: job.id }, { payload })
    }
  })

const jobOf = async (shop: TestShop, kind: string) =>
  (await shop.services.store.read((rows) => rows.jobs.find(everyone, { kind })))[0]

const withdrawn = { status: 'FAILED', lastError: expect.stringContaining('permission_withdrawn') }

describe('a copy of a mailing', () => {
  const count = 230
  const started = async () => {
    const shop = await createPostbatchShop()
    const original = await shop.draft(people(count))
    const { session, dismiss } = await memberOf(shop, ['items.read', 'postflows.write'])
    const call = { session, mode: 'live' as const, params: { id: original } }
    const { status, body } = await shop.call('postbatches.copy', call)
    expect(status).toBe(201)
    return { shop, original, copy: body.id as string, dismiss }
  }

  test('stops if its caller lost access, keeps the copied entries, and can be copied again by another caller', async () => {
    const { shop, original, copy, dismiss } = await started()
    const write = shop.services.store.write.bind(shop.services.store)
    let isDismissed = false
    shop.services.store.write = async (body, options) => {
      const value = await write(body, options)
      const row = await shop.services.store.read((rows) => rows.postbatches.get(everyone, copy))
      if (!isDismissed && row?.copiedUntil) {
        isDismissed = true
        await dismiss()
      }
      return value
    }
    await shop.settle()
    const stopped = await shop.read(copy)
    expect(stopped).toMatchObject({
      status: 'DRAFT',
      copy: { postbatchId: original, isDone: false, leftOutCount: 0, failureCode: 'permission_withdrawn' },
    })
    expect(stopped.itemCount).toBeGreaterThan(0)
    expect(stopped.itemCount).toBeLessThan(count)
    expect(await jobOf(shop, 'postbatches.copyItems')).toMatchObject(withdrawn)
    for (const operation of ['validate', 'copy']) {
      expect(await shop.refuse(`postbatches.${operation}`, copy)).toMatchObject({
        status: 409,
        body: { code: 'invalid_state', detail: expect.stringContaining(`copy ${original} again`) },
      })
    }
    expect((await shop.call('postbatches.cancel', { params: { id: copy } })).status).toBe(200)
    const again = (await shop.call('postbatches.copy', { params: { id: original } })).body.id
    await shop.settle()
    expect(await shop.read(again)).toMatchObject({
      itemCount: count,
      copy: { isDone: true, failureCode: null },
    })
  })

  test('accepted by a version before 0.3.0 is finished', async () => {
    const { shop, copy, dismiss } = await started()
    await asQueuedBefore(shop)
    await dismiss()
    await shop.settle()
    expect(await shop.read(copy)).toMatchObject({
      itemCount: count,
      copy: { isDone: true, failureCode: null },
    })
  })
})

describe('a replay of deliveries', () => {
  const queued = async (kind: 'webhooks.replayMissed' | 'webhooks.replaySince' | 'webhooks.retryNow') => {
    const shop = await createTestShop()
    const { id } = await register(shop)
    const { session, dismiss } = await memberOf(shop, ['webhooks.manage'])
    const behalf = { callerKind: 'user', callerId: session.user.id, needs: 'webhooks.manage' }
    await transact(shop.services, async ({ work }) =>
      work.enqueue({
        kind,
        subject: id,
        organisationId: shop.organisation.id,
        mode: null,
        dueAt: shop.services.clock.now(),
        payload: { endpointId: id, since: 0, asked: shop.services.clock.now(), ...behalf },
      } as NewJob),
    )
    return { shop, kind, dismiss }
  }
  const kinds = ['webhooks.replayMissed', 'webhooks.replaySince', 'webhooks.retryNow'] as const

  test.each(kinds)('by %s stops if its caller lost access', async (kind) => {
    const { shop, dismiss } = await queued(kind)
    await dismiss()
    await shop.settle()
    expect(await jobOf(shop, kind)).toMatchObject(withdrawn)
  })

  test.each(kinds)(
    'by %s is finished if its caller kept access, or if it was queued before 0.3.0',
    async (kind) => {
      const own = await queued(kind)
      await own.shop.settle()
      expect((await jobOf(own.shop, kind))?.status).not.toBe('FAILED')
      const before = await queued(kind)
      await asQueuedBefore(before.shop)
      await before.dismiss()
      await before.shop.settle()
      expect((await jobOf(before.shop, kind))?.status).not.toBe('FAILED')
    },
  )
})

test('corrected salutations are not written if the caller lost access', async () => {
  const shop = await createSalutationShop()
  const id = await shop.mailing()
  const { session, dismiss } = await memberOf(shop, [
    'items.read',
    'items.write',
    'items.approve',
    'postflows.write',
  ])
  const { status } = await shop.call('postbatches.correctSalutations', {
    session,
    mode: 'live',
    params: { id },
    body: { corrections: [{ salutation: vries, corrected: 'Beste buren' }] },
  })
  expect(status).toBeLessThan(300)
  await dismiss()
  await shop.settle()
  expect(await shop.texts(id)).toContain(`2 ${vries}`)
  expect(await jobOf(shop, 'postbatches.correctSalutations')).toMatchObject(withdrawn)
})

describe('a job accepted by a version before 0.3.0', () => {
  test('is finished: a suppression list import', async () => {
    const shop = await createImportShop()
    const { session, dismiss } = await memberOf(shop, ['items.read', 'suppressions.manage'])
    const uploadId = await shop.upload('name,street,postalCode,city\nEva,Damrak 12,1012 LG,Amsterdam\n')
    const begun = await shop.call('suppressions.import', { session, mode: 'live', body: { uploadId } })
    await asQueuedBefore(shop)
    await dismiss()
    await shop.settle()
    const { body } = await shop.call('suppressions.getImport', { params: { id: begun.body.id } })
    expect(body).toMatchObject({ status: 'COMPLETED', failureCode: null, addedCount: 1 })
  })

  test('is finished: a remake', async () => {
    const shop = await createRemakeShop()
    const session = await shop.portal({ operator: ['runs.manage'] })
    const remake = await shop.call('runs.remake', {
      ...{ session, organisationId: shop.organisation.id, mode: 'live', params: { id: shop.runId } },
      body: { ranges: [{ from: 1, to: 1 }] },
    })
    expect(remake.status).toBe(201)
    await asQueuedBefore(shop)
    await shop.services.store.write((rows) =>
      rows.users.update(everyone, session.user.id, { operatorScopes: [] }),
    )
    await shop.settle()
    expect(await shop.remakes()).toMatchObject([{ status: 'HANDED_TO_PRINTER', failureCode: null }])
  })
})
