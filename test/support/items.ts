import { expect } from 'vitest'
import { topUp } from '../../src/core/features/billing/top-ups.ts'
import { installCatalogue, sampleIds } from '../../src/core/features/products/install-catalogue.ts'
import type { ItemRow, ItemStatus } from '../../src/core/model/items.ts'
import { everyone } from '../../src/core/ports/store.ts'
import { greetingCard } from './greeting-card.ts'
import { zoe } from './recipients.ts'
import { createTestShop, type TestCall, type TestShop, type TestShopOptions } from './shop.ts'

export interface ItemShop extends TestShop {
  /** Id of an active live Postflow, with a template whose only required field is `firstName`. */
  postflowId: string
  templateId: string
  templateVersionId: string
  /** Creates and activates another Postflow, and returns its id. */
  postflow(settings?: Record<string, unknown>, key?: string): Promise<string>
  /** Posts a valid item, with changes, to /items; returns the whole response. */
  post(changes?: Record<string, unknown>, key?: string): ReturnType<TestShop['call']>
  /** Creates an item, which must succeed, and returns it. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
  create(changes?: Record<string, unknown>, key?: string): Promise<any>
  /** Calls an operation on an item. */
  act(operation: string, id: string, call?: TestCall): ReturnType<TestShop['call']>
  row(id: string): Promise<ItemRow>
  /** Puts an item into a status that it can only reach through production. */
  force(id: string, status: ItemStatus): Promise<void>
  /** Types of an item's `item.…` events, without that prefix, in order. */
  events(id: string): Promise<string[]>
  /** Available and reserved cents. */
  money(): Promise<{ available: number; reserved: number }>
}

export interface ItemShopOptions extends TestShopOptions {
  /** Initial balance of the organisation; 100,000 cents by default. */
  fundsCents?: number
  /** Whether the organisation is invoiced monthly instead of prepaying. */
  monthly?: boolean
}

export const createItemShop = async (options: ItemShopOptions = {}): Promise<ItemShop> => {
  const shop = await createTestShop(options)
  const { services } = shop
  await installCatalogue(services)
  const funds = options.fundsCents ?? 100_000
  if (funds > 0) await topUp(services, { organisationId: shop.organisation.id, amountCents: funds })
  if (options.monthly) {
    const billingMode = 'MONTHLY' as const
    await services.store.write((rows) =>
      rows.organisations.update(everyone, shop.organisation.id, { billingMode }),
    )
  }
  const ok = async (operation: string, call: TestCall) => {
    const response = await shop.call(operation, call)
    expect(response, operation).toMatchObject({ status: expect.toSatisfy((status: number) => status < 300) })
    return response.body
  }
  const template = await ok('templates.create', {
    body: { name: 'Greeting', productSpecificationId: sampleIds.a6, document: greetingCard() },
  })
  const version = await ok('templates.publish', { params: { id: template.id } })
  const postflow = async (settings: Record<string, unknown> = {}, key = shop.keys.live) => {
    const named = settings.templateId || settings.templateVersionId ? {} : { templateId: template.id }
    const created = await ok('postflows.create', { key, body: { name: 'Greetings', ...named, ...settings } })
    await ok('postflows.activate', { key, params: { id: created.id } })
    return created.id as string
  }
  const postflowId = await postflow()
  const post = (changes: Record<string, unknown> = {}, key = shop.keys.live) =>
    shop.call('items.create', {
      key,
      body: { postflowId, recipient: zoe, data: { firstName: 'Zoë' }, ...changes },
    })
  const row = async (id: string) => (await services.store.read((rows) => rows.items.get(everyone, id)))!
  return {
    ...shop,
    postflowId,
    templateId: template.id,
    templateVersionId: version.id,
    postflow,
    post,
    async create(changes, key) {
      const response = await post(changes, key)
      expect(response).toMatchObject({ status: 201 })
      return response.body
    },
    act: (operation, id, call) => shop.call(operation, { params: { id }, ...call }),
    row,
    async force(id, status) {
      await services.store.write((rows) => rows.items.update(everyone, id, { status }))
    },
    async events(id) {
      const events = await services.store.read((rows) =>
        rows.events.find(everyone, { itemId: id }, { order: [{ field: 'sequence' }] }),
      )
      return events.map(({ type }) => type.replace('item.', ''))
    },
    async money() {
      const account = await services.store.read((rows) => rows.accounts.get(everyone, shop.organisation.id))
      if (!account) return { available: 0, reserved: 0 }
      return { available: account.balanceCents - account.reservedCents, reserved: account.reservedCents }
    },
  }
}
