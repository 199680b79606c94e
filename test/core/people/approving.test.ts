import { beforeEach, describe, expect, test } from 'vitest'
import { operations } from '../../../src/core/app/operations.ts'
import type { Scope } from '../../../src/core/engine/access/permissions.ts'
import type { PortalSession } from '../../support/portal.ts'
import { createPostbatchShop, type PostbatchShop, people } from '../../support/postbatches.ts'

let shop: PostbatchShop
beforeEach(async () => {
  shop = await createPostbatchShop()
})

const waiting = async (): Promise<string> => {
  const postflowId = await shop.postflow({ approval: 'PER_ITEM' })
  const { id, status } = await shop.create({ postflowId })
  expect(status).toBe('PENDING_APPROVAL')
  return id
}

describe('items.approve', () => {
  // What each scope may approve: an item, and a Postbatch.
  test.each<[Scope[], number, number]>([
    [['items.approve'], 200, 200],
    [['items.write'], 200, 403],
    [['postflows.write'], 403, 200],
    [['items.read'], 403, 403],
  ])('with the scopes %j approves an item: %i, a Postbatch: %i', async (scopes, item, postbatch) => {
    const key = await shop.key('live', scopes)
    const approved = await shop.act('items.approve', await waiting(), { key })
    expect(approved.status).toBe(item)
    expect((await shop.act('items.reject', await waiting(), { key, body: {} })).status).toBe(item)
    const id = await shop.validated(people(2))
    const call = { key, params: { id } }
    const rejected = await shop.call('postbatches.reject', { ...call, body: { reason: 'No.' } })
    expect(rejected.status).toBe(postbatch)
    const other = await shop.validated(people(2, 3))
    expect((await shop.call('postbatches.approve', { key, params: { id: other } })).status).toBe(postbatch)
  })

  test('is named in the refusal, with the scopes that imply it', async () => {
    const key = await shop.key('live', ['items.read'])
    const { body } = await shop.act('items.approve', await waiting(), { key })
    expect(body.detail).toBe(
      'This operation needs the scope items.approve or items.write, which the key does not have.',
    )
  })

  test('is required for approvals, and implied by the scopes that allowed them before', () => {
    const approving = operations.filter(({ permission }) => permission === 'items.approve')
    expect(approving.map(({ id, impliedBy }) => [id, impliedBy])).toEqual([
      ['itemActions.cancel', 'items.write'],
      ['itemActions.create', 'items.write'],
      ['itemActions.restart', 'items.write'],
      ['items.approve', 'items.write'],
      ['items.reject', 'items.write'],
      ['postbatches.approve', 'postflows.write'],
      ['postbatches.reject', 'postflows.write'],
    ])
    const implied = operations.filter(({ impliedBy }) => impliedBy !== undefined)
    // Operators also change the catalogue, and close the tickets that they answer.
    const ofOperators = implied.filter(({ impliedBy }) => impliedBy === 'platform.admin')
    expect(new Set(ofOperators.map(({ permission }) => permission))).toEqual(
      new Set(['catalogue.manage', 'organisation.read']),
    )
    expect(implied.filter((operation) => !ofOperators.includes(operation))).toEqual(approving)
  })
})

describe('an Approver', () => {
  const permissionsOf = async (session: PortalSession): Promise<string[]> =>
    (await shop.call('session.get', { session })).body.permissions

  test('sees the mailing and approves it', async () => {
    const session = await shop.portal({ role: 'approver' })
    const id = await shop.validated(people(2))
    for (const [operation, call] of [
      ['postbatches.get', { params: { id } }],
      ['postbatches.quote', { params: { id } }],
      ['postbatches.imports', { params: { id } }],
      ['items.list', { query: { 'filter[postbatchId]': id } }],
    ] as const) {
      expect((await shop.call(operation, { session, ...call })).status, operation).toBe(200)
    }
    const approved = await shop.call('postbatches.approve', { session, params: { id } })
    expect(approved).toMatchObject({ status: 200, body: { status: 'APPROVED' } })
  })

  test('has the permissions of a Viewer, and may approve and reject', async () => {
    const callable = async (role: string) => {
      const held = await permissionsOf(await shop.portal({ role }))
      return operations.filter(({ permission }) => held.includes(permission)).map(({ id }) => id)
    }
    const viewers = await callable('viewer')
    expect((await callable('approver')).filter((id) => !viewers.includes(id))).toEqual([
      'itemActions.cancel',
      'itemActions.create',
      'itemActions.restart',
      'items.approve',
      'items.reject',
      'postbatches.approve',
      'postbatches.reject',
    ])
  })

  test('can be assigned by members who may write items and Postbatches, whose role predates the permission', async () => {
    const permissions: Scope[] = [
      'items.read',
      'items.write',
      'postflows.write',
      'templates.read',
      'events.read',
      'organisation.read',
      'members.manage',
    ]
    const invite = async (missing: string) =>
      shop.call('invitations.create', {
        session: await shop.portal({ permissions: permissions.filter((one) => one !== missing) }),
        body: { email: `${missing}@example.com`, roles: ['approver'] },
      })
    expect((await invite('nothing')).status).toBe(201)
    for (const missing of ['items.write', 'postflows.write']) {
      expect((await invite(missing)).body.detail).toContain('items.approve')
    }
    expect(await permissionsOf(await shop.portal({ permissions }))).toContain('items.approve')
  })
})
