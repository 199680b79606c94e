import { beforeEach, describe, expect, test } from 'vitest'
import { securityLogLimits } from '../../../src/core/engine/audit/security-log.ts'
import { revokeKey } from '../../../src/core/features/developers/keys.ts'
import { guessLimits } from '../../../src/core/features/people/accounts/sign-in-attempts.ts'
import {
  createAccount,
  setOperator,
  setUserStatus,
} from '../../../src/core/features/people/administration/user-admin.ts'
import { dayMs, hourMs, minuteMs } from '../../../src/core/kernel/time.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import type { LogFields } from '../../../src/core/ports/system.ts'
import type { PortalSession } from '../../support/portal.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'

let shop: TestShop
let lines: LogFields[]
beforeEach(async () => {
  lines = []
  const note = (_message: string, fields: LogFields = {}) => {
    if (fields.event !== undefined) lines.push(fields)
  }
  shop = await createTestShop({
    clock: '2026-01-05T09:00:00Z',
    ports: { log: { info: note, warn: note, error: note } },
  })
})

const events = () => lines.map(({ event }) => event)
const observed = async () => {
  await shop.services.security.flush('all')
  return shop.services.store.read((rows) => rows.auditLog.find(everyone, { action: 'OBSERVED' }))
}
const secret = 'correct horse battery staple'
const createUser = (more: object = {}) =>
  createAccount(shop.services, {
    email: 'ann@example.com',
    organisationId: shop.organisation.id,
    password: secret,
    ...more,
  })
const signIn = (email: string, password: string, address = '203.0.113.7') =>
  shop.call('session.create', {
    key: null,
    body: { email, password },
    client: { origin: 'own' },
    clientAddress: address,
  })

describe('attempts and refusals', () => {
  test('a wrong password is logged, with an entry for operators', async () => {
    const { user } = await createUser()
    lines = []
    expect((await signIn('ann@example.com', 'not it, sorry')).status).toBe(401)
    expect(lines).toEqual([{ event: 'security.sign_in_failed', subject: user.id, address: '203.0.113.7' }])
    await shop.services.security.flush('all')
    const operator = await shop.portal({ operator: ['platform.admin'] })
    const { body } = await shop.call('auditLog.platform', {
      session: operator,
      query: 'filter[resource]=security',
    })
    expect(body.data).toMatchObject([
      {
        action: 'OBSERVED',
        resource: 'security',
        resourceId: user.id,
        actor: { type: 'PUBLIC', name: '203.0.113.7' },
        after: { event: 'security.sign_in_failed', count: 1 },
      },
    ])
  })

  test('an unknown email address is not logged, since it may be the password', async () => {
    lines = []
    await signIn('hunter2hunter2@example.com', 'not it, sorry')
    expect(JSON.stringify([lines, await observed()])).not.toContain('hunter2')
    expect(events()).toEqual(['security.sign_in_failed'])
  })

  test('a lockout names its account', async () => {
    const { user } = await createUser()
    for (let n = 0; n < guessLimits.pair.limit; n++) await signIn('ann@example.com', 'not it, sorry')
    lines = []
    expect((await signIn('ann@example.com', secret)).status).toBe(429)
    expect(lines).toEqual([{ event: 'security.locked_out', subject: user.id, address: '203.0.113.7' }])
  })

  test('the use of a revoked key is in its organisation’s log', async () => {
    const owner = await shop.portal()
    const made = (
      await shop.call('developers.createKey', {
        session: owner,
        body: { name: 'Old', mode: 'live', scopes: ['items.read'] },
      })
    ).body
    await revokeKey(shop.services, made.id)
    lines = []
    expect((await shop.call('items.list', { key: made.key, clientAddress: '203.0.113.9' })).status).toBe(401)
    expect(lines).toMatchObject([
      { event: 'security.revoked_key_used', subject: made.id, organisationId: shop.organisation.id },
    ])
    await shop.services.security.flush('all')
    const { body } = await shop.call('auditLog.list', {
      session: owner,
      query: 'filter[resource]=security',
    })
    expect(body.data).toMatchObject([{ resourceId: made.id, operation: 'items.list' }])
    expect(JSON.stringify([lines, body])).not.toContain(made.key)
  })
})

describe('permission changes', () => {
  const cases: [string, () => Promise<unknown>][] = [
    ['security.user_created', () => createUser({ email: 'eve@example.com' })],
    ['security.member_granted', () => createUser({ email: 'eve@example.com' })],
    [
      'security.operator_promoted',
      () => setOperator(shop.services, 'ann@example.com', { scopes: ['runs.manage'], existing: true }),
    ],
    ['security.user_disabled', () => setUserStatus(shop.services, 'ann@example.com', 'DISABLED')],
    ['security.key_created', () => shop.key('live', ['items.read'])],
  ]
  test.each(cases)('%s is logged once committed', async (event, act) => {
    await createUser()
    lines = []
    await act()
    expect(events()).toContain(event)
  })

  test('promotions and deactivations are in the operators’ log, without names', async () => {
    const { user } = await createUser()
    await setOperator(shop.services, 'ann@example.com', { scopes: ['runs.manage'], existing: true })
    await setUserStatus(shop.services, 'ann@example.com', 'DISABLED')
    const operator = await shop.portal({ operator: ['platform.admin'] })
    const { body } = await shop.call('auditLog.platform', {
      session: operator,
      query: `sort=createdAt&filter[resourceId]=${user.id}`,
    })
    expect(body.data.map(({ after }: { after: object }) => after)).toMatchObject([
      { email: '[hidden]', name: '[hidden]', passwordHash: '[hidden]' },
      { operatorScopes: ['runs.manage'] },
      { status: 'DISABLED' },
    ])
  })

  test('an owner cannot read the operators’ log', async () => {
    const owner: PortalSession = await shop.portal()
    expect((await shop.call('auditLog.platform', { session: owner })).status).toBe(403)
  })
})

describe('a flood', () => {
  beforeEach(() => {
    lines = []
  })
  const note = (n: number) => shop.services.security.note({ event: 'host_refused', subject: `h${n}.example` })

  test('of the same event gives one line and one entry per minute', async () => {
    for (let n = 0; n < 1000; n++) note(1)
    expect(lines).toHaveLength(1)
    shop.clock.advance(minuteMs)
    await shop.services.security.flush()
    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatchObject({ event: 'security.host_refused', count: 1000 })
    expect(await observed()).toMatchObject([{ resourceId: 'h1.example', after: { count: 1000 } }])
  })

  test('of different events is logged up to the hourly limit; the rest is counted', async () => {
    for (let n = 0; n < securityLogLimits.perHour; n++) note(n)
    expect(lines).toHaveLength(securityLogLimits.perHour)
    for (let n = 0; n < 500; n++) note(1000 + n)
    expect(lines).toHaveLength(securityLogLimits.perHour + 1)
    const rows = await observed()
    expect(rows).toHaveLength(securityLogLimits.perHour + 1)
    expect(rows.find(({ resourceId }) => resourceId === 'others')).toMatchObject({ after: { count: 500 } })
    shop.clock.advance(hourMs)
    note(9999)
    expect(lines.at(-1)).toMatchObject({ subject: 'h9999.example' })
  })

  test('of one organisation hides no events of another', async () => {
    const use = (organisationId: string, subject: string) =>
      shop.services.security.note({ event: 'revoked_key_used', organisationId, subject })
    for (let n = 0; n < 500; n++) use('org_loud', `key_${n}`)
    use('org_quiet', 'key_stolen')
    const rows = await observed()
    expect(rows.filter(({ organisationId }) => organisationId === 'org_quiet')).toMatchObject([
      { resourceId: 'key_stolen' },
    ])
    expect(rows.find(({ resourceId }) => resourceId === 'others')).toMatchObject({
      organisationId: 'org_loud',
      after: { count: 500 - securityLogLimits.perHour },
    })
  })

  test('cannot forge a line: a host is truncated and shown as visible ASCII', async () => {
    shop.services.security.note({ event: 'host_refused', subject: `a\r\n\u001b[31m${'é'.repeat(500)}` })
    expect(lines[0]?.subject).toMatch(/^[\x20-\x7e]{1,100}$/)
  })

  test('expires after its retention period; changes are kept', async () => {
    await createUser()
    note(1)
    await shop.services.security.flush('all')
    const count = () => shop.services.store.read((rows) => rows.auditLog.count(everyone, {}))
    const before = await count()
    await shop.advance(securityLogLimits.days * dayMs + 2 * hourMs)
    expect(await observed()).toEqual([])
    expect(await count()).toBe(before - 1)
  })
})
