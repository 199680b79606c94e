import type { InferInput } from 'valibot'
import { topUp } from '../../src/core/features/billing/top-ups.ts'
import type { itemInput } from '../../src/core/features/items/schema.ts'
import { installCatalogue } from '../../src/core/features/products/install-catalogue.ts'
import { seedOrganisation } from '../../src/core/features/seed/seed.ts'
import type { Mode } from '../../src/core/kernel/mode.ts'
import type { ItemRow } from '../../src/core/model/items.ts'
import type { RunRow } from '../../src/core/model/runs.ts'
import { everyone } from '../../src/core/ports/store.ts'
import { settle } from './billing.ts'
import { liveTarget } from './ready-for-live.ts'
import { createTestShop, type TestShop, type TestShopOptions } from './shop.ts'

/** A shop whose organisation has a balance, templates and active Postflows. */
export interface MailShop extends TestShop {
  /** Creates an item of the A6 postcard. Throws unless the answer is 201. */
  post(
    item?: Partial<NewMail>,
  ): Promise<{ id: string; status: string; runId: string | null; [field: string]: unknown }>
  postflow(mode: Mode, name?: string): string
  items(): Promise<ItemRow[]>
  item(id: string): Promise<ItemRow>
  /** Runs of the organisation, earliest cutoff first. */
  runs(): Promise<RunRow[]>
  /** Types of the events so far, or of one item's events, in order. */
  events(itemId?: string): Promise<string[]>
}

export interface NewMail extends Omit<InferInput<typeof itemInput>, 'postflowId' | 'recipient'> {
  mode: Mode
  name: string
  postalCode: string
  country: string
  /** Name of the seeded Postflow. */
  postflow: string
}

/** Creates a shop for mail. With `ownMail`, the organisation prints its own mail and needs no balance. */
export const createMailShop = async ({
  ownMail = false,
  ...options
}: TestShopOptions & { ownMail?: boolean } = {}): Promise<MailShop> => {
  const shop = await createTestShop(options)
  const { services, organisation } = shop
  await installCatalogue(services)
  const seeded = await seedOrganisation(services, organisation.id, liveTarget)
  if (ownMail) await settle(shop, { billingMode: 'OWN_MAIL' })
  else await topUp(services, { organisationId: organisation.id, amountCents: 1_000_000 })
  const scope = { organisationId: organisation.id }
  const postflow = (mode: Mode, name = 'Welcome card') =>
    seeded.postflows.find((candidate) => candidate.mode === mode && candidate.name === name)!.id
  let count = 0
  return {
    ...shop,
    postflow,
    async post(mail = {}) {
      const {
        mode = 'live',
        name = `Recipient ${++count}`,
        postalCode,
        country,
        postflow: of,
        ...fields
      } = mail
      const response = await shop.call('items.create', {
        key: shop.keys[mode],
        body: {
          postflowId: postflow(mode, of),
          recipient: {
            name,
            street: 'Prinsengracht',
            houseNumber: String(100 + count),
            postalCode: postalCode ?? '1016 GV',
            city: 'Amsterdam',
            country: country ?? 'NL',
          },
          data: { firstName: 'Zoë' },
          ...fields,
        },
      })
      if (response.status !== 201) throw new Error(`${response.status}: ${JSON.stringify(response.body)}`)
      return response.body
    },
    items: () => services.store.read((rows) => rows.items.find(scope, {})),
    item: async (id) => (await services.store.read((rows) => rows.items.get(scope, id)))!,
    runs: () => services.store.read((rows) => rows.runs.find(scope, {}, { order: [{ field: 'cutoffAt' }] })),
    events: async (itemId) => {
      const where = itemId === undefined ? {} : { itemId }
      const rows = await services.store.read((tables) =>
        tables.events.find(itemId === undefined ? scope : everyone, where, {
          order: [{ field: 'sequence' }],
        }),
      )
      return rows.map((event) => event.type)
    },
  }
}
