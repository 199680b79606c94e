import { describe, expect, test } from 'vitest'
import type { Operation } from '../../../src/core/engine/operation.ts'
import { revokeKey } from '../../../src/core/features/developers/keys.ts'
import { suspendOrganisation } from '../../../src/core/features/organisations/manage.ts'
import { body, problem, reading, write } from '../../support/sample-operations.ts'
import { createTestShop, type TestCall } from '../../support/shop.ts'

describe('credentials', () => {
  test.each([
    ['no header', { key: null }, 'Send the API key as `Authorization: Bearer <API_KEY>`.'],
    [
      'another scheme',
      { authorization: 'Digest c3ZjOng=' },
      'Send the API key as `Authorization: Bearer <API_KEY>`.',
    ],
    [
      'Basic authentication',
      { authorization: 'Basic c3ZjOng=' },
      'Basic authentication is not supported. Send the API key as `Authorization: Bearer <API_KEY>`.',
    ],
    ['an empty key', { authorization: 'Bearer ' }, 'Send the API key as `Authorization: Bearer <API_KEY>`.'],
    [
      'a key with a space',
      { authorization: 'Bearer svc_live_a b' },
      'Send the API key as `Authorization: Bearer <API_KEY>`.',
    ],
    [
      'an overlong key',
      { key: `svc_live_${'a'.repeat(200)}` },
      'Send the API key as `Authorization: Bearer <API_KEY>`.',
    ],
    ['an unknown key', { key: 'svc_live_unknown' }, 'This API key is unknown.'],
  ])('%s answers 401 with how to authenticate', async (_what, call, detail) => {
    const shop = await createTestShop()
    const answer = await shop.call(write, { body, ...call })
    expect(answer.status).toBe(401)
    expect(answer.headers).toMatchObject({
      'WWW-Authenticate': 'Bearer',
      'Content-Type': 'application/problem+json',
    })
    expect(answer.body).toEqual(problem(answer, 'api_key_invalid', detail))
  })

  test('a revoked key gets its own error', async () => {
    const shop = await createTestShop()
    const { id } = (await shop.call('developers.whoami')).body.key
    await revokeKey(shop.services, id)
    const answer = await shop.call(write, { body })
    expect(answer.status).toBe(401)
    expect(answer.body).toEqual(
      problem(answer, 'api_key_revoked', 'This API key was revoked. Create another one.'),
    )
  })

  test('the scheme is case-insensitive', async () => {
    const shop = await createTestShop()
    const answer = await shop.call(write, { body, authorization: `bearer ${shop.keys.live}` })
    expect(answer.status).toBe(201)
  })
})

describe('permissions', () => {
  const sharedWrite: Operation = { ...write, shared: true }
  const streaming: Operation = { ...reading, effect: 'process' }

  test.each<[string, Operation, 'live' | 'test', TestCall, number, string | undefined]>([
    ['a test key writes data of its mode', write, 'test', {}, 201, undefined],
    [
      'a test key cannot write data shared by both modes',
      sharedWrite,
      'test',
      {},
      403,
      'This resource is shared by live and test mode, and read-only with a test key.',
    ],
    ['a test key reads data shared by both modes', { ...reading, shared: true }, 'test', {}, 200, undefined],
    ['a live key writes data shared by both modes', sharedWrite, 'live', {}, 201, undefined],
    [
      'a live key has no test clock',
      { ...write, audience: 'test' },
      'live',
      {},
      403,
      'This operation works with a test key only.',
    ],
    ['a test key has a test clock', { ...write, audience: 'test' }, 'test', {}, 201, undefined],
    [
      'a key works only for its organisation',
      write,
      'live',
      { organisationId: 'org_other' },
      403,
      'A key works for its own organisation only; X-Organisation-Id names another.',
    ],
    [
      'every valid key may call whoami',
      { ...reading, permission: 'authenticated' },
      'live',
      {},
      200,
      undefined,
    ],
  ])('%s', async (_what, operation, mode, call, status, detail) => {
    const shop = await createTestShop()
    const answer = await shop.call(operation, { body, key: shop.keys[mode], ...call })
    expect(answer.status).toBe(status)
    if (detail) expect(answer.body).toEqual(problem(answer, 'insufficient_scope', detail))
  })

  test('a key may name its own organisation', async () => {
    const shop = await createTestShop()
    expect((await shop.call(write, { body, organisationId: shop.organisation.id })).status).toBe(201)
  })

  test('portal routes do not exist for keys', async () => {
    const shop = await createTestShop()
    const answer = await shop.call({ ...write, audience: 'portal' }, { body })
    expect(answer.status).toBe(404)
    expect(answer.body).toEqual(problem(answer, 'not_found', 'There is no such resource.'))
  })

  test('a suspended organisation can read and export, but not write', async () => {
    const shop = await createTestShop()
    await suspendOrganisation(shop.services, shop.organisation.id)
    expect((await shop.call(reading)).status).toBe(200)
    expect((await shop.call(streaming)).status).toBe(200)
    expect((await shop.call({ ...reading, method: 'POST' })).status).toBe(200)
    const answer = await shop.call(write, { body })
    expect(answer.status).toBe(403)
    expect(answer.body).toEqual(
      problem(
        answer,
        'organisation_suspended',
        'The organisation is suspended. Reads still work. Contact the operator of this server.',
      ),
    )
  })
})

describe('a public operation', () => {
  const open: Operation = { ...write, effect: 'public', permission: 'public' }
  const call = { body, key: null }

  test('needs no key and ignores any', async () => {
    const shop = await createTestShop()
    expect((await shop.call(open, call)).status).toBe(201)
    expect((await shop.call(open, { body, key: 'svc_live_unknown' })).status).toBe(201)
  })

  test('is validated like any other', async () => {
    const shop = await createTestShop()
    const answer = await shop.call(open, { ...call, body: { nom: 'Zoë' } })
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map(({ parameter }: { parameter: string }) => parameter)).toEqual([
      'nom',
      'name',
    ])
  })

  test('is limited to sixty calls a minute per client address', async () => {
    const shop = await createTestShop()
    const from = (clientAddress: string) => shop.call(open, { ...call, clientAddress })
    for (let count = 0; count < 60; count++) expect((await from('192.0.2.1')).status).toBe(201)
    const refused = await from('192.0.2.1')
    expect(refused).toMatchObject({ status: 429, headers: { 'RateLimit-Limit': '60' } })
    expect((await from('192.0.2.2')).status).toBe(201)
  })

  test('works while an organisation is suspended, and so do operator operations', async () => {
    const shop = await createTestShop()
    const key = await shop.key('live', ['runs.manage'])
    await suspendOrganisation(shop.services, shop.organisation.id)
    expect((await shop.call(open, call)).status).toBe(201)
    expect((await shop.call({ ...write, permission: 'runs.manage' }, { body, key })).status).toBe(201)
  })
})
