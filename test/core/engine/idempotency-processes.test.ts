import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { defineOperation, type Operation } from '../../../src/core/engine/operation.ts'
import { instanceProblems } from '../../../src/core/features/instance/sentences.ts'
import { problem as refusal } from '../../../src/core/kernel/errors.ts'
import { serverProblems } from '../../../src/server/sentences.ts'
import { createMailShop } from '../../support/mail.ts'
import { problem } from '../../support/sample-operations.ts'
import { createTestShop } from '../../support/shop.ts'

/**
 * Creates an operation with the effect `process` that answers when released and counts its runs. With
 * `hasPlan`, each call of `prepare` returns another goal.
 */
const slowProcess = ({ hasPlan = false } = {}) => {
  let release: (failure?: Error) => void = () => {}
  let goals = 0
  const state = {
    runs: 0,
    release: (failure?: Error) => release(failure),
    /** Returns the currently waiting run, for use after another has begun. */
    waiting: () => ({ release }),
  }
  const operation: Operation = defineOperation({
    id: 'slow.process',
    method: 'POST',
    path: '/slow',
    summary: 'Takes its time',
    permission: 'items.write',
    effect: 'process',
    output: v.object({ run: v.number(), goal: v.optional(v.number()) }),
    ...(hasPlan ? { prepare: async () => ++goals } : {}),
    async handler(_context, _input, goal) {
      const run = ++state.runs
      await new Promise<void>((resolve, reject) => {
        release = (failure) => (failure ? reject(failure) : resolve())
      })
      return hasPlan ? { run, goal } : { run }
    },
  })
  const started = async (runs: number) => {
    while (state.runs < runs) await new Promise((resolve) => setImmediate(resolve))
  }
  return Object.assign(state, { operation, started })
}

describe('processes called with the same Idempotency-Key', () => {
  test('answer 409 while one is running, and then its response', async () => {
    const shop = await createTestShop()
    const slow = slowProcess()
    const call = () => shop.call(slow.operation, { idempotencyKey: 'a' })
    const first = call()
    await slow.started(1)
    const second = await call()
    expect(second.status).toBe(409)
    expect(second.headers['Retry-After']).toBe('1')
    expect(second.body).toEqual(
      problem(
        second,
        'idempotency_in_flight',
        'The first request with this Idempotency-Key is still running. Try again shortly.',
        { hasParams: false },
      ),
    )
    slow.release()
    expect((await first).body).toEqual({ run: 1 })
    expect(await call()).toMatchObject({ body: { run: 1 }, headers: { 'Idempotency-Replayed': 'true' } })
  })

  test('resume two minutes after a crash', async () => {
    const shop = await createTestShop()
    const slow = slowProcess()
    const call = () => shop.call(slow.operation, { idempotencyKey: 'a' })
    void call()
    await slow.started(1)
    shop.clock.advance(119_999)
    expect((await call()).status).toBe(409)
    shop.clock.advance(1)
    const after = call()
    await slow.started(2)
    slow.release()
    expect((await after).body).toEqual({ run: 2 })
  })

  test('resume immediately after a crash if their plan is stored, with the same target', async () => {
    const shop = await createMailShop({ clock: '2026-01-05T08:00:00Z' })
    const { store } = shop.services
    const { write } = store
    const advance = (idempotencyKey: string) =>
      shop.call('developers.advanceTestClock', {
        key: shop.keys.test,
        body: { to: 'next-cutoff' },
        idempotencyKey,
      })
    await shop.post({ mode: 'test' })
    let commits = 0
    store.write = async (body) => {
      if (++commits > 4) throw new Error('The process died.')
      return write(body)
    }
    expect((await advance('a')).status).toBe(500)
    store.write = write
    await shop.core.scheduler.reap({ all: true })
    // The move completes in the background, so that `next-cutoff` now means a later one.
    await shop.advanceTestClock('2026-01-05T09:00:00Z')
    await shop.post({ mode: 'test' })
    expect(await advance('a')).toMatchObject({
      status: 200,
      body: { now: '2026-01-05T09:00:00.000Z', nextCutoffAt: '2026-01-06T09:00:00.000Z', done: true },
    })
    expect(await advance('a')).toMatchObject({ headers: { 'Idempotency-Replayed': 'true' } })
    expect((await advance('b')).body).toMatchObject({ now: '2026-01-06T09:00:00.000Z' })
    // A response is replayed even if the same call would now be refused.
    expect((await advance('b')).status).toBe(200)
  })

  test('may be retried after a failure', async () => {
    const shop = await createTestShop()
    const slow = slowProcess()
    const call = () => shop.call(slow.operation, { idempotencyKey: 'a' })
    const first = call()
    await slow.started(1)
    slow.release(new Error('The network is down.'))
    expect((await first).status).toBe(500)
    const second = call()
    await slow.started(2)
    slow.release()
    expect((await second).body).toEqual({ run: 2 })
  })

  test.each([
    ['failed, keep the plan', new Error('The network is down.'), 500, 1],
    [
      'was refused, make a new plan',
      refusal(instanceProblems.sentence('invalid_state.no_backup', { reason: 'Not now.' })),
      409,
      2,
    ],
  ])('whose first run %s', async (_what, failure, status, goal) => {
    const shop = await createTestShop()
    const slow = slowProcess({ hasPlan: true })
    const call = () => shop.call(slow.operation, { idempotencyKey: 'a' })
    const first = call()
    await slow.started(1)
    slow.release(failure)
    expect((await first).status).toBe(status)
    const second = call()
    await slow.started(2)
    slow.release()
    expect((await second).body).toEqual({ run: 2, goal })
  })

  test('keep the response of the run that resumed, however the first one ends', async () => {
    const shop = await createTestShop()
    const slow = slowProcess({ hasPlan: true })
    const call = () => shop.call(slow.operation, { idempotencyKey: 'a' })
    const first = call()
    await slow.started(1)
    const { release: releaseFirst } = slow.waiting()
    // The first run has been silent for the length of its lease.
    shop.clock.advance(120_000)
    const second = call()
    await slow.started(2)
    expect((await call()).status).toBe(409)
    slow.release()
    expect((await second).body).toEqual({ run: 2, goal: 1 })
    releaseFirst(refusal(serverProblems.sentence('malformed_body.cut_off')))
    expect((await first).status).toBe(400)
    expect(await call()).toMatchObject({
      body: { run: 2, goal: 1 },
      headers: { 'Idempotency-Replayed': 'true' },
    })
  })
})
