import { beforeEach, describe, expect, test } from 'vitest'
import {
  createRequestLog,
  type LoggedRequest,
  requestLogLimits,
} from '../../../src/core/engine/request-log.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import type { PortalSession } from '../../support/portal.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'

let shop: TestShop
let developer: PortalSession
beforeEach(async () => {
  shop = await createTestShop({ clock: '2026-01-05T09:00:00Z' })
  developer = await shop.portal({ role: 'developer' })
})

const log = async (query = '', call: object = {}) => {
  const answer = await shop.call('developers.requestLog', { session: developer, query, ...call })
  expect(answer.status).toBe(200)
  return answer.body.data
}

const request = (changes: Partial<LoggedRequest> = {}): LoggedRequest => ({
  organisationId: shop.organisation.id,
  mode: 'live',
  callerType: 'API_KEY',
  callerId: 'key_1',
  method: 'GET',
  path: '/v1/items',
  operation: 'items.list',
  status: 200,
  durationMs: 1,
  requestId: 'req_1',
  createdAt: shop.clock.now(),
  ...changes,
})
const kept = () =>
  shop.services.store.read((rows) => rows.requestLog.find(everyone, {}, { order: [{ field: 'sequence' }] }))

describe('the request log', () => {
  test('immediately records caller, call and outcome, without content', async () => {
    const answer = await shop.call('items.get', { params: { id: 'itm_none/é' } })
    shop.clock.advance(1)
    await shop.call('items.list', { query: 'filter[reference]=Jansen' })
    const entries = await log()
    expect(entries).toHaveLength(2)
    expect(entries[1]).toEqual({
      id: expect.stringMatching(/^rlg_/),
      createdAt: '2026-01-05T09:00:00.000Z',
      caller: { type: 'API_KEY', id: expect.stringMatching(/^key_/) },
      method: 'GET',
      path: '/v1/items/itm_none%2F%C3%A9',
      operation: 'items.get',
      status: 404,
      durationMs: 0,
      requestId: answer.headers['X-Request-Id'],
    })
    expect(JSON.stringify(entries)).not.toContain('Jansen')
  })

  test('records calls refused for scope, validity or rate', async () => {
    const key = await shop.key('live', ['items.read'])
    await shop.call('templates.list', { key })
    await shop.call('items.list', { key, query: 'x=1' })
    const entries = await log('sort=createdAt')
    expect(entries.map(({ status }: { status: number }) => status)).toEqual([403, 422])
    expect(await log('filter[status]=403')).toHaveLength(1)
  })

  test('omits unknown keys, personal settings and other organisations', async () => {
    await shop.call('items.list', { key: 'svc_live_unknown' })
    await shop.call('session.get', { session: developer })
    const other = await shop.another()
    await shop.call('items.list', { key: other.keys.live })
    expect(await log()).toEqual([])
  })

  test('is separate for each mode', async () => {
    await shop.call('items.list', { key: shop.keys.test })
    expect(await log()).toEqual([])
    expect(await log('', { mode: 'test' })).toHaveLength(1)
  })

  test('requires permission to manage keys', async () => {
    const editor = await shop.portal({ role: 'editor' })
    expect((await shop.call('developers.requestLog', { session: editor })).status).toBe(403)
    expect((await shop.call('developers.requestLog')).status).toBe(404)
  })
})

describe('limits of the request log', () => {
  test('keep 100 calls per organisation and second, and as many failures', async () => {
    const requestLog = createRequestLog(shop.services)
    for (let n = 0; n < 150; n++) requestLog.note(request())
    for (let n = 0; n < 150; n++) requestLog.note(request({ status: 500 }))
    requestLog.note(request({ createdAt: shop.clock.now() + 1000 }))
    await requestLog.flush()
    const rows = await kept()
    expect(rows.filter(({ status }) => status === 500)).toHaveLength(requestLogLimits.perSecond)
    expect(rows).toHaveLength(2 * requestLogLimits.perSecond + 1)
  })

  test('remove the oldest entries beyond the maximum', async () => {
    const { rows: most } = requestLogLimits
    await shop.services.store.write((rows) =>
      rows.counters.insert({
        id: `requests|${shop.organisation.id}|live`,
        organisationId: shop.organisation.id,
        value: most - 1,
      }),
    )
    const requestLog = createRequestLog(shop.services)
    for (const requestId of ['req_1', 'req_2', 'req_3']) {
      requestLog.note(request({ requestId }))
      await requestLog.flush()
    }
    expect((await kept()).map(({ sequence }) => sequence)).toEqual([most, most + 1, most + 2])
    await shop.services.store.write((rows) => rows.counters.updateWhere(everyone, {}, { value: 2 * most }))
    requestLog.note(request({ requestId: 'req_4' }))
    await requestLog.flush()
    expect((await kept()).map(({ requestId }) => requestId)).toEqual(['req_3', 'req_4'])
  })

  test('remove entries after a week', async () => {
    const requestLog = createRequestLog(shop.services)
    requestLog.note(request())
    await requestLog.flush()
    await shop.advance(requestLogLimits.days * 86_400_000 - 3_600_000)
    expect(await kept()).toHaveLength(1)
    await shop.advance(2 * 3_600_000)
    expect(await kept()).toHaveLength(0)
  })

  test('lose entries rather than requests if the store is unavailable', async () => {
    const { store, ids } = shop.services
    let away = true
    const requestLog = createRequestLog({
      ids,
      store: { ...store, write: (body) => (away ? Promise.reject(new Error('away')) : store.write(body)) },
    })
    requestLog.note(request())
    await expect(requestLog.flush()).rejects.toThrow('away')
    away = false
    requestLog.note(request({ requestId: 'req_2' }))
    await requestLog.flush()
    expect((await kept()).map(({ requestId }) => requestId)).toEqual(['req_2'])
  })
})
