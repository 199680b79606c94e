import { expect } from 'vitest'
import type { PostbatchStatus } from '../../src/core/model/postbatches.ts'
import { everyone } from '../../src/core/ports/store.ts'
import { createItemShop, type ItemShop, type ItemShopOptions } from './items.ts'
import { zoe } from './recipients.ts'
import type { TestCall, TestShop } from './shop.ts'

/** Returns row `number` of a mailing, with a unique address. */
export const person = (number: number, changes: Record<string, unknown> = {}) => ({
  recipient: { ...zoe, name: `Person ${number}`, houseNumber: String(number), ...changes },
  data: { firstName: `P${number}` },
})

export const people = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => person(from + index))

/** Inserts a draft Postbatch whose contents do not matter. */
export const barePostbatch = (shop: TestShop, id: string, mode: 'live' | 'test' = 'live'): Promise<void> =>
  shop.services.store.write((rows) =>
    rows.postbatches.insert({
      id,
      organisationId: shop.organisation.id,
      mode,
      name: id,
      description: null,
      status: 'DRAFT',
      templateId: 'tpl_none',
      templateVersionId: 'tv_none',
      productId: 'prd_none',
      specificationId: 'psp_none',
      advertisingCategory: null,
      returnAddressId: null,
      trackingTargetUrl: null,
      sendOn: null,
      allowDuplicates: false,
      billingGroup: null,
      takenCents: null,
      spentMonth: null,
      spentKeyId: null,
      copyOf: null,
      copyFailureCode: null,
      copiedUntil: null,
      copyLeftOut: null,
      reservedCents: 0,
      revision: 1,
      createdAt: 0,
      updatedAt: 0,
      validatedAt: null,
      approvedAt: null,
      scheduledAt: null,
      inProductionAt: null,
      completedAt: null,
      cancelledAt: null,
      pricedQuantity: null,
      rejectedAt: null,
      rejectedBy: null,
      rejectionReason: null,
      formerBillingGroups: null,
      sentBefore: null,
      salutationCorrections: null,
      warnings: null,
    }),
  )

export interface PostbatchShop extends ItemShop {
  /** Creates a draft, with items if given, and returns its id. */
  draft(items?: readonly unknown[], settings?: Record<string, unknown>, key?: string): Promise<string>
  /**
   * Calls an operation on a Postbatch, which must succeed, runs the following jobs, and returns the answer.
   */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
  step(operation: string, id: string, call?: TestCall): Promise<any>
  /** Creates a validated draft with items, and returns its id. */
  validated(items: readonly unknown[], settings?: Record<string, unknown>): Promise<string>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
  read(id: string, key?: string): Promise<any>
  refuse(operation: string, id: string, call?: TestCall): ReturnType<TestShop['call']>
  /** Types of `postbatch.…` events, without that prefix, in order. */
  eventsOf(id: string): Promise<string[]>
  forcePostbatch(id: string, status: PostbatchStatus): Promise<void>
}

export const createPostbatchShop = async (options: ItemShopOptions = {}): Promise<PostbatchShop> => {
  const shop = await createItemShop(options)
  const ok = async (operation: string, call: TestCall) => {
    const response = await shop.call(operation, call)
    expect(response, operation).toMatchObject({ status: expect.toSatisfy((status: number) => status < 300) })
    return response.body
  }
  const draft: PostbatchShop['draft'] = async (items = [], settings = {}, key = shop.keys.live) => {
    const { id } = await ok('postbatches.create', {
      key,
      body: { name: 'Spring', templateId: shop.templateId, ...settings },
    })
    for (let start = 0; start < items.length; start += 500) {
      await ok('postbatches.addItems', {
        key,
        params: { id },
        body: { items: items.slice(start, start + 500) },
      })
    }
    return id
  }
  const step: PostbatchShop['step'] = async (operation, id, call) => {
    const body = await ok(operation, { params: { id }, ...call })
    await shop.settle()
    return body
  }
  return {
    ...shop,
    draft,
    step,
    async validated(items, settings) {
      const id = await draft(items, settings)
      await step('postbatches.validate', id)
      return id
    },
    read: (id, key = shop.keys.live) => ok('postbatches.get', { key, params: { id } }),
    refuse: (operation, id, call) => shop.call(operation, { params: { id }, ...call }),
    async eventsOf(id) {
      const events = await shop.services.store.read((rows) =>
        rows.events.find(everyone, { postbatchId: id }, { order: [{ field: 'sequence' }] }),
      )
      return events.flatMap(({ type }) => (type.startsWith('postbatch.') ? [type.slice(10)] : []))
    },
    async forcePostbatch(id, status) {
      await shop.services.store.write((rows) => rows.postbatches.update(everyone, id, { status }))
    },
  }
}
