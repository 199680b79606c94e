import { beforeEach, describe, expect, test } from 'vitest'
import type { Operation } from '../../../src/core/engine/operation.ts'
import { createKey, maxKeyDays } from '../../../src/core/features/developers/keys.ts'
import {
  resetLinkOf,
  setOperator,
  setUserStatus,
} from '../../../src/core/features/people/administration/user-admin.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import type { PortalSession } from '../../support/portal.ts'
import { reading } from '../../support/sample-operations.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'

let shop: TestShop
let operator: PortalSession
beforeEach(async () => {
  shop = await createTestShop()
  operator = await shop.portal({ operator: true, role: 'owner', email: 'olga@example.com' })
})

const makeKey = async (scopes = ['runs.manage', 'items.read']) => {
  const body = { name: 'Runs', mode: 'live', scopes }
  return (await shop.call('developers.createKey', { session: operator, body })).body as {
    id: string
    key: string
  }
}
const may = async (key: string) => (await shop.call('developers.whoami', { key })).body.scopes
const ofOperators: Operation = { ...reading, permission: 'platform.admin' }
const scopes = (given: string[]) =>
  setOperator(shop.services, 'olga@example.com', { scopes: given, existing: true })

describe('a key with an operator scope', () => {
  test.each<[string, () => Promise<unknown>, string[]]>([
    ['loses it if its creator is no longer an operator', () => scopes([]), ['items.read']],
    ['loses the scopes that its creator loses', () => scopes(['platform.admin']), ['items.read']],
    ['keeps the scopes that its creator keeps', () => scopes(['runs.manage']), ['runs.manage', 'items.read']],
    [
      'loses it if its creator is disabled',
      () => setUserStatus(shop.services, 'olga@example.com', 'DISABLED'),
      ['items.read'],
    ],
    [
      'loses it if its creator is deleted',
      () => shop.services.store.write((rows) => rows.users.remove(everyone, { id: operator.user.id })),
      ['items.read'],
    ],
  ])('%s', async (_what, change, left) => {
    const { key } = await makeKey()
    expect(await may(key)).toEqual(['runs.manage', 'items.read'])
    await change()
    expect(await may(key)).toEqual(left)
  })

  test('is refused operations of that scope after its creator loses it', async () => {
    const { key } = await makeKey(['platform.admin'])
    expect((await shop.call(ofOperators, { key })).status).toBe(200)
    await scopes(['runs.manage'])
    expect((await shop.call(ofOperators, { key })).body.code).toBe('insufficient_scope')
  })

  test('stays revoked if its creator becomes an operator again', async () => {
    const { key } = await makeKey()
    await scopes([])
    await scopes(['runs.manage'])
    expect((await shop.call('developers.whoami', { key })).body.code).toBe('api_key_revoked')
  })

  test('keeps working for another operator who rotates it', async () => {
    const { id } = await makeKey()
    const other = await shop.portal({ operator: true, role: 'owner' })
    const rotated = await shop.call('developers.rotateKey', { session: other, params: { id } })
    await scopes([])
    expect(await may(rotated.body.key)).toEqual(['runs.manage', 'items.read'])
  })

  test('keeps working when its creator sets a new password', async () => {
    const { key } = await makeKey()
    await resetLinkOf(shop.services, 'olga@example.com')
    expect(await may(key)).toContain('runs.manage')
  })
})

describe('a key from the command line, without a creator', () => {
  const create = (given: object) =>
    createKey(shop.services, {
      organisationId: shop.organisation.id,
      mode: 'live',
      scopes: ['runs.manage'],
      ...given,
    })
  const day = 86_400_000

  test.each([
    [undefined, 'required'],
    [0, 'min_value'],
    [maxKeyDays + 1, 'max_value'],
    [1.5, 'integer'],
  ])('is refused an operator scope if it expires in %s days', async (expiresInDays, code) => {
    await expect(create(expiresInDays === undefined ? {} : { expiresInDays })).rejects.toMatchObject({
      errors: [{ parameter: 'expiresInDays', code }],
    })
  })

  test.each([1, maxKeyDays])('may have an operator scope if it expires in %d days', async (expiresInDays) => {
    const { key, expiresAt } = await create({ expiresInDays })
    expect(expiresAt).toBe(shop.clock.now() + expiresInDays * day)
    await shop.advance(expiresInDays * day - 1)
    expect(await may(key)).toEqual(['runs.manage'])
    await shop.advance(1)
    expect((await shop.call('developers.whoami', { key })).body.code).toBe('api_key_revoked')
  })

  test('needs no expiry without operator scopes', async () => {
    expect((await create({ scopes: 'all' })).expiresAt).toBeNull()
  })
})
