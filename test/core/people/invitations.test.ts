import { expect, test } from 'vitest'
import type { Scope } from '../../../src/core/engine/access/permissions.ts'
import { linkTo } from '../../../src/core/features/people/accounts/links.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'

/** Lets a member with these permissions invite a viewer. Returns the link's token. */
const invited = async (shop: TestShop, permissions: Scope[]) => {
  const session = await shop.portal({ email: 'ina@example.com', permissions })
  const body = { email: 'new@example.com', roles: ['viewer'] }
  const { status, body: invitation } = await shop.call('invitations.create', { session, body })
  expect(status).toBe(201)
  return linkTo(shop.services, 'accept-invitation', invitation.id).split(/[#=/]/).at(-1)!
}
const inviting: Scope[] = [
  'members.manage',
  'templates.read',
  'items.read',
  'events.read',
  'organisation.read',
]
const preview = (shop: TestShop, token: string) => shop.call('invitations.preview', { body: { token } })

test.each<[what: string, take: (shop: TestShop) => Promise<unknown>]>([
  [
    'whose sender was removed',
    (shop) =>
      shop.services.store.write((rows) => rows.members.remove({ organisationId: shop.organisation.id }, {})),
  ],
  [
    'whose sender may no longer invite',
    (shop) =>
      shop.services.store.write((rows) =>
        rows.roles.updateWhere(
          { organisationId: shop.organisation.id },
          {},
          { permissions: inviting.slice(1) },
        ),
      ),
  ],
  [
    'that grants permissions its sender no longer has',
    (shop) =>
      shop.services.store.write((rows) =>
        rows.roles.updateWhere(
          { organisationId: shop.organisation.id },
          {},
          { permissions: ['members.manage'] },
        ),
      ),
  ],
])('an invitation %s is invalid', async (_what, take) => {
  const shop = await createTestShop()
  const token = await invited(shop, inviting)
  expect((await preview(shop, token)).status).toBe(200)
  await take(shop)
  const body = { token, name: 'Nina New', password: 'a long and unusual password' }
  const client = { address: '', userAgent: '', origin: 'own' as const }
  expect(await shop.call('invitations.accept', { body, client } as never)).toMatchObject({ status: 422 })
  expect(await preview(shop, token)).toMatchObject({ status: 422 })
})
