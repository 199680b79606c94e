import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { createMemoryStore } from '../../../src/adapters/memory/store.ts'
import { defineOperation, type Operation } from '../../../src/core/engine/operation.ts'
import { defaultConfig } from '../../../src/core/kernel/config.ts'
import { type ErrorCode, errorCatalogue } from '../../../src/core/kernel/errors.ts'
import { minuteMs } from '../../../src/core/kernel/time.ts'
import { StoreUnavailable } from '../../../src/core/ports/store.ts'
import { body, reading, write } from '../../support/sample-operations.ts'
import { createTestShop } from '../../support/shop.ts'

const operation = (handler: () => Promise<undefined>): Operation =>
  defineOperation({
    id: 'failures.write',
    method: 'POST',
    path: '/failures',
    summary: 'Fails',
    permission: 'items.write',
    effect: 'write',
    body: v.strictObject({}),
    output: 'empty',
    handler,
  })

describe('internal errors', () => {
  test('the caller gets only the request id, and the log the cause', async () => {
    const shop = await createTestShop()
    const answer = await shop.call(
      operation(() => Promise.reject(new Error('select * from secrets'))),
      { body: {} },
    )
    expect(answer.status).toBe(500)
    expect(answer.body).toEqual({
      type: '/problems/internal_error',
      title: 'Something went wrong on our side',
      status: 500,
      detail: 'An unexpected error occurred on the server. Report the request id.',
      params: { case: 'unexpected' },
      code: 'internal_error',
      requestId: answer.headers['X-Request-Id'],
    })
    expect(shop.logged).toMatchObject([
      {
        message: 'call failed',
        fields: { operation: 'failures.write', requestId: answer.headers['X-Request-Id'] },
      },
    ])
  })

  test('a read-only store answers 503 with a retry time', async () => {
    const store = createMemoryStore()
    let full = false
    const shop = await createTestShop({
      ports: {
        store: {
          ...store,
          write: (work) =>
            full ? Promise.reject(new StoreUnavailable('The disk is full.')) : store.write(work),
        },
      },
    })
    full = true
    const answer = await shop.call(
      operation(async () => undefined),
      { body: {} },
    )
    expect(answer.status).toBe(503)
    expect(answer.headers['Retry-After']).toBe('5')
    expect(answer.body).toMatchObject({
      code: 'storage_unavailable',
      detail:
        'The storage takes no writes at the moment. Nothing of this request was saved. Try again later.',
    })
    expect(JSON.stringify(answer.body)).not.toContain('disk')
  })

  test('a response without content has no body', async () => {
    const shop = await createTestShop()
    const answer = await shop.call(
      operation(async () => undefined),
      { body: {} },
    )
    expect(answer).toMatchObject({ status: 204, body: undefined })
    expect(answer.headers['X-Request-Id']).toMatch(/^req_[0-9A-Z]{26}$/)
  })
})

describe('the error catalogue', () => {
  // The type requires every error code.
  const statuses: Record<ErrorCode, number> = {
    malformed_body: 400,
    malformed_request: 400,
    host_refused: 421,
    request_timeout: 408,
    api_key_invalid: 401,
    api_key_revoked: 401,
    session_invalid: 401,
    sign_in_failed: 401,
    second_factor_required: 401,
    second_factor_failed: 401,
    second_factor_not_set_up: 403,
    signature_invalid: 401,
    cross_site_refused: 403,
    insufficient_scope: 403,
    organisation_suspended: 403,
    not_found: 404,
    method_not_allowed: 405,
    invalid_state: 409,
    not_ready_for_live: 409,
    insufficient_funds: 409,
    spending_cap_reached: 409,
    count_changed: 409,
    still_referenced: 409,
    idempotency_in_flight: 409,
    webhook_limit_reached: 409,
    revision_conflict: 412,
    body_too_large: 413,
    unsupported_media_type: 415,
    range_not_satisfiable: 416,
    validation_failed: 422,
    idempotency_key_reused: 422,
    rate_limited: 429,
    head_too_large: 431,
    internal_error: 500,
    storage_unavailable: 503,
  }
  test.each(Object.entries(statuses))('%s is %i', (code, status) => {
    expect(errorCatalogue[code as ErrorCode].status).toBe(status)
  })
})

test('a session keeps reading while the store is read-only, until its last recorded use is too long ago', async () => {
  const store = createMemoryStore()
  let full = false
  const failing: typeof store.write = (...given) =>
    full ? Promise.reject(new StoreUnavailable('The disk is full.')) : store.write(...given)
  const { sessionIdleMinutes } = defaultConfig
  const ports = { store: { ...store, write: failing } }
  const shop = await createTestShop({ ports, config: { sessionIdleMinutes } })
  const session = await shop.portal()
  full = true
  shop.clock.advance((sessionIdleMinutes - 1) * minuteMs)
  expect((await shop.call(reading, { session })).status).toBe(200)
  expect((await shop.call(write, { body, session })).status).toBe(503)
  shop.clock.advance(minuteMs)
  expect((await shop.call(reading, { session })).status).toBe(401)
})
