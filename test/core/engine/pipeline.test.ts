import { describe, expect, test } from 'vitest'
import type { Operation } from '../../../src/core/engine/operation.ts'
import { together } from '../../../src/core/engine/together.ts'
import { suspendOrganisation } from '../../../src/core/features/organisations/manage.ts'
import { setRateLimits } from '../../../src/core/features/organisations/rate-limits.ts'
import { body, problem, reading, write } from '../../support/sample-operations.ts'
import { createTestShop, type TestCall, type TestShop } from '../../support/shop.ts'

const streaming: Operation = {
  ...reading,
  output: 'stream',
  handler: async () => ({ contentType: 'text/plain', content: new Uint8Array() }),
}

/** A write whose calls share a transaction. */
const togetherWrite: Operation = {
  ...write,
  prepare: async () => undefined,
  together: together(async (_context, calls: readonly { input: { body: { name: string } } }[]) =>
    calls.map(({ input }) => ({ name: input.body.name })),
  ),
}

/** Wraps the operation so that it records which of its steps run. */
const noting = (operation: Operation, seen: string[]): Operation => {
  const { prepare, together: shared } = operation
  return {
    ...operation,
    ...(prepare && {
      prepare: async (...given) => {
        seen.push('prepared')
        return prepare(...given)
      },
    }),
    ...(shared && {
      together: (...given) => {
        seen.push('written')
        return shared(...given)
      },
    }),
    handler: async (...given) => {
      seen.push(operation.effect === 'read' ? 'read' : 'written')
      return operation.handler(...given)
    },
  }
}

describe('pipeline order', () => {
  // Each step with a request or shop that it refuses. Every later step would refuse it too.
  const steps: {
    name: string
    code: string
    call?: (shop: TestShop) => Promise<TestCall>
    operation?: Partial<Operation>
    shop?: (shop: TestShop) => Promise<unknown>
  }[] = [
    { name: 'authenticate', code: 'api_key_invalid', call: async () => ({ key: 'svc_live_unknown' }) },
    {
      name: 'rate limit',
      code: 'rate_limited',
      shop: async (shop) => {
        await setRateLimits(shop.services, shop.organisation.id, { general: 1 })
        await shop.call(reading, await keyWithoutScope(shop))
      },
    },
    { name: 'audience', code: 'not_found', operation: { audience: 'portal' } },
    { name: 'permission', code: 'insufficient_scope', call: (shop) => keyWithoutScope(shop) },
    {
      name: 'suspension',
      code: 'organisation_suspended',
      shop: (shop) => suspendOrganisation(shop.services, shop.organisation.id),
    },
    { name: 'validate', code: 'validation_failed', call: async () => ({ body: { nme: 1 } }) },
  ]
  let poorKey: string | undefined
  const keyWithoutScope = async (shop: TestShop) => {
    poorKey ??= await shop.key('live', ['items.read'])
    return { key: poorKey }
  }

  test.each(steps.map((step, index) => [step.name, index] as const))('%s refuses first', async (_, first) => {
    poorKey = undefined
    const shop = await createTestShop()
    const failing = steps.slice(first)
    let call: TestCall = { body }
    let operation = write
    for (const step of [...failing].reverse()) {
      await step.shop?.(shop)
      call = { ...call, ...(await step.call?.(shop)) }
      operation = { ...operation, ...step.operation }
    }
    const answer = await shop.call(operation, call)
    expect(answer.body.code).toBe(steps[first]!.code)
  })

  test('without the scope, no schema is revealed and no body is read', async () => {
    const shop = await createTestShop()
    const key = await shop.key('live', ['items.read'])
    const answer = await shop.core.call({
      operation: write,
      params: {},
      query: [['no', 'such']],
      body: () => Promise.reject(new Error('The body was read.')),
      headers: { authorization: `Bearer ${key}` },
      requestId: 'req_1',
    })
    expect(answer.body).toEqual(
      problem(
        answer,
        'insufficient_scope',
        'This operation needs the scope webhooks.manage, which the key does not have.',
      ),
    )
  })
})

describe('rate limits', () => {
  test('600 requests pass in a minute, the 601st is refused, and the next minute starts from zero', async () => {
    const shop = await createTestShop({ clock: '2026-01-05T09:00:30.500Z' })
    for (let sent = 1; sent <= 600; sent++) {
      const { status, headers } = await shop.call(reading)
      if (sent > 1 && sent < 600) continue
      expect(status).toBe(200)
      expect(headers).toMatchObject({
        'RateLimit-Limit': '600',
        'RateLimit-Remaining': String(600 - sent),
        'RateLimit-Reset': '30',
      })
    }
    const refused = await shop.call(reading)
    expect(refused.status).toBe(429)
    expect(refused.headers).toMatchObject({
      'Retry-After': '30',
      'RateLimit-Limit': '600',
      'RateLimit-Remaining': '0',
      'RateLimit-Reset': '30',
    })
    expect(refused.body).toEqual(
      problem(
        refused,
        'rate_limited',
        'More than 600 requests of class general in this minute. Try again in 30 s.',
      ),
    )
    shop.clock.set('2026-01-05T09:00:59.999Z')
    expect(await shop.call(reading)).toMatchObject({ status: 429, headers: { 'Retry-After': '1' } })
    shop.clock.set('2026-01-05T09:01:00.000Z')
    expect(await shop.call(reading)).toMatchObject({
      status: 200,
      headers: { 'RateLimit-Remaining': '599', 'RateLimit-Reset': '60' },
    })
  })

  test('each key and each class has its own window', async () => {
    const shop = await createTestShop()
    await setRateLimits(shop.services, shop.organisation.id, { general: 1 })
    const exporting: Operation = { ...reading, rateClass: 'export' }
    const statuses = []
    for (const [operation, key] of [
      [reading, shop.keys.live],
      [reading, shop.keys.live],
      [exporting, shop.keys.live],
      [reading, shop.keys.test],
    ] as const) {
      statuses.push((await shop.call(operation, { key })).status)
    }
    expect(statuses).toEqual([200, 429, 200, 200])
  })

  test.each([
    ['general', 600],
    ['itemCreate', 3000],
    ['preview', 60],
    ['paper', 600],
    ['search', 120],
    ['upload', 60],
    ['export', 20],
    ['invite', 30],
    ['public', 60],
  ] as const)(
    'class %s allows %i a minute unless an administrator overrides it',
    async (rateClass, limit) => {
      const shop = await createTestShop()
      const limited = async () => (await shop.call({ ...reading, rateClass })).headers['RateLimit-Limit']
      expect(await limited()).toBe(String(limit))
      await setRateLimits(shop.services, shop.organisation.id, { [rateClass]: 7 })
      expect(await limited()).toBe('7')
      await setRateLimits(shop.services, shop.organisation.id, { [rateClass]: null })
      expect(await limited()).toBe(String(limit))
    },
  )

  test('refused requests also report the state of the window', async () => {
    const shop = await createTestShop()
    const answer = await shop.call(write, { body: {} })
    expect(answer).toMatchObject({ status: 422, headers: { 'RateLimit-Remaining': '599' } })
  })

  describe('counted in a database', () => {
    /** Creates a shop whose first count waits for `answer` and then refuses. */
    const slowlyCounted = async () => {
      const requested = Promise.withResolvers<void>()
      const counted = Promise.withResolvers<void>()
      const shop = await createTestShop()
      const state = { limit: 1, remaining: 0, resetSeconds: 30 }
      let calls = 0
      shop.services.rateCounter = {
        hit: async () => {
          calls += 1
          requested.resolve()
          await counted.promise
          return { ...state, allowed: calls > 1 }
        },
      }
      return { shop, requested: requested.promise, answer: counted.resolve }
    }
    const aTurn = () => new Promise((resolve) => setImmediate(resolve))

    test.each([
      ['a read has started', reading, true],
      ['a read that prepares has not started', { ...reading, prepare: async () => undefined }, false],
      ['a stream has not started', streaming, false],
      ['a write has not started', write, false],
      ['a write that shares its transaction is prepared but not started', togetherWrite, true],
    ] as const)('while counting, %s; then it is refused', async (_what, operation, isBegun) => {
      const { shop, requested, answer } = await slowlyCounted()
      const seen: string[] = []
      const given = operation.effect === 'read' ? {} : { body }
      const call = shop.call(noting(operation, seen), given)
      await requested
      while (isBegun && seen.length === 0) await aTurn()
      for (let turn = 0; turn < 20; turn++) await aTurn()
      expect(seen.length > 0).toBe(isBegun)
      expect(seen).not.toContain('written')
      answer()
      expect(await call).toMatchObject({
        status: 429,
        body: { code: 'rate_limited' },
        headers: { 'Retry-After': '30', 'RateLimit-Remaining': '0' },
      })
      expect(seen).not.toContain('written')
      expect((await shop.call(noting(operation, seen), given)).status).toBeLessThan(300)
    })

    test('an invalid request is also refused with rate_limited', async () => {
      const { shop, answer } = await slowlyCounted()
      const call = shop.call(togetherWrite, { body: { nme: 1 } })
      answer()
      expect((await call).body.code).toBe('rate_limited')
    })
  })
})
