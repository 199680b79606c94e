import { beforeEach, describe, expect, test } from 'vitest'
import { enqueueJobs } from '../../../src/core/engine/jobs/enqueue.ts'
import type { JobKind, NewJob } from '../../../src/core/engine/jobs/kinds.ts'
import { retryLimit } from '../../../src/core/features/platform/jobs.ts'
import { hourMs } from '../../../src/core/kernel/time.ts'
import type { JobRow } from '../../../src/core/model/jobs.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import type { PortalSession } from '../../support/portal.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'

let shop: TestShop
let operator: PortalSession
beforeEach(async () => {
  shop = await createTestShop({ clock: '2026-01-05T08:00:00Z' })
  operator = await shop.portal({ operator: true })
  await shop.services.store.write((rows) => rows.jobs.remove(everyone, {}))
})

/** Adds jobs due in an hour, in the states that failures leave. */
const add = async (left: Partial<JobRow>[], kind: JobKind = 'exports.write') => {
  const { services, organisation } = shop
  await services.store.write(async (rows) => {
    const subjects = left.map((_patch, index) => `${kind} ${index}`)
    await enqueueJobs(
      services,
      rows,
      subjects.map((subject) => ({
        kind,
        subject,
        organisationId: organisation.id,
        mode: 'live',
        dueAt: services.clock.now() + hourMs,
        payload: { exportId: 'exp_1' },
      })) as NewJob[],
    )
    const jobs = await rows.jobs.find(everyone, { kind })
    for (const [index, patch] of left.entries()) await rows.jobs.update(everyone, jobs[index]!.id, patch)
  })
}

const list = async (query = '') =>
  (await shop.call('jobs.list', { session: operator, query })).body.data as {
    id: string
    status: string
    kind: string
    nextAt: string
  }[]
const act = (operation: string, id: string, session = operator) =>
  shop.call(`jobs.${operation}`, { session, params: { id } })

const fails = { attempts: 2, lastError: 'The disk is full.' }

describe('jobs', () => {
  test('are listed by number of failures, most first', async () => {
    await add([{}, fails, { attempts: 12, status: 'FAILED' }, { status: 'RUNNING' }])
    const jobs = await list()
    expect(jobs.map(({ status }) => status).slice(0, 2)).toEqual(['FAILED', 'FAILING'])
    expect(jobs.map(({ status }) => status).sort()).toEqual(['FAILED', 'FAILING', 'RUNNING', 'WAITING'])
    expect(jobs[1]).toEqual({
      id: expect.stringMatching(/^job_/),
      kind: 'exports.write',
      status: 'FAILING',
      organisationId: shop.organisation.id,
      mode: 'live',
      payload: { exportId: 'exp_1' },
      attempts: 2,
      lastError: 'The disk is full.',
      nextAt: '2026-01-05T09:00:00.000Z',
      leaseUntil: null,
      createdAt: '2026-01-05T08:00:00.000Z',
    })
    expect((await act('get', jobs[1]!.id)).body).toEqual(jobs[1])
  })

  test('are filtered by kind, organisation and failure', async () => {
    await add([{}, fails])
    await add([{}], 'people.retention')
    expect(await list('filter[attempts][gt]=0')).toHaveLength(1)
    expect(await list('filter[kind]=exports.write')).toHaveLength(2)
    expect(await list('filter[organisationId]=org_none')).toHaveLength(0)
  })

  test('are due immediately when retried, as recorded in the platform’s log', async () => {
    await add([fails, { attempts: 12, status: 'FAILED' }])
    const [failed, failing] = await list()
    for (const { id } of [failed!, failing!]) {
      const retried = (await act('retry', id)).body
      expect(retried).toMatchObject({ status: 'FAILING', nextAt: '2026-01-05T08:00:00.000Z' })
    }
    const query = 'filter[resource]=job&sort=createdAt'
    const log = await shop.call('auditLog.platform', { session: operator, query })
    expect(log.body.data).toMatchObject([
      {
        operation: 'jobs.retry',
        action: 'CHANGED',
        resourceId: failed!.id,
        before: { status: 'FAILED', wakeAt: '2026-01-05T09:00:00.000Z' },
        after: { status: 'PENDING', wakeAt: '2026-01-05T08:00:00.000Z' },
      },
      { resourceId: failing!.id, after: { dueAt: '2026-01-05T08:00:00.000Z' } },
    ])
    const own = await shop.call('auditLog.list', { session: await shop.portal(), query: '' })
    expect(JSON.stringify(own.body)).not.toContain('"job"')
  })

  test('cannot be retried while running or once removed', async () => {
    await add([{ status: 'RUNNING' }])
    const [running] = await list()
    expect(await act('retry', running!.id)).toMatchObject({
      status: 409,
      body: { detail: `The job ${running!.id} is RUNNING.` },
    })
    for (const operation of ['get', 'retry']) expect((await act(operation, 'job_none')).status).toBe(404)
  })

  test('that failed are retried together, leaving others', async () => {
    await add([fails, { attempts: 12, status: 'FAILED' }, {}, { attempts: 1, status: 'RUNNING' }])
    const retry = async () => (await shop.call('jobs.retryFailed', { session: operator })).body
    expect(await retry()).toEqual({ retried: 2, hasMore: false })
    expect((await list()).filter(({ nextAt }) => nextAt === '2026-01-05T08:00:00.000Z')).toHaveLength(2)
    expect(await retry()).toEqual({ retried: 0, hasMore: false })
  })

  test('that failed are retried in batches of a thousand', async () => {
    await add(Array.from({ length: retryLimit + 1 }, () => fails))
    const retry = async () => (await shop.call('jobs.retryFailed', { session: operator })).body
    expect(await retry()).toEqual({ retried: retryLimit, hasMore: true })
    expect(await retry()).toEqual({ retried: 1, hasMore: false })
  })
})

test.each(['jobs.list', 'jobs.get', 'jobs.retry', 'jobs.retryFailed'])(
  '%s requires the operator scope platform.admin',
  async (operation) => {
    await add([fails])
    const id = (await list())[0]!.id
    const params = /get|retry$/.test(operation) ? { params: { id } } : {}
    const status = async (session: PortalSession) =>
      (await shop.call(operation, { session, ...params })).status
    expect(await status(await shop.portal())).toBe(403)
    expect(await status(await shop.portal({ operator: ['runs.manage'] }))).toBe(403)
    expect(await status(operator)).toBe(200)
    const key = await shop.key('live', ['platform.admin'])
    expect((await shop.call(operation, { key, ...params })).status).toBe(404)
  },
)
