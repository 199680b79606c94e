import { beforeEach, describe, expect, test } from 'vitest'
import { jobDefinitions } from '../../../src/core/app/jobs.ts'
import { type JobContext, type JobDefinition, organisationOf } from '../../../src/core/engine/jobs/job.ts'
import { type NewJob, recurringKinds } from '../../../src/core/engine/jobs/kinds.ts'
import { LeaseLost } from '../../../src/core/engine/jobs/runner.ts'
import { retryFailedJobsNow, retryJobNow } from '../../../src/core/features/instance/command-line.ts'
import { createOrganisation } from '../../../src/core/features/organisations/manage.ts'
import { listJobs, showJob } from '../../../src/core/features/platform/jobs.ts'
import { oneOf } from '../../../src/core/kernel/query.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { createLettershop } from '../../../src/index.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'
import { createWork } from '../../support/work.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

const failing = async () => {
  throw new Error('The disk is full.')
}

describe('a failing job', () => {
  test('waits longer each time, at most an hour, and is never abandoned', async () => {
    let attempts = 0
    const { shop, scheduler, ask, jobs } = await createWork(async () => {
      attempts++
      throw new Error('The disk is full.')
    })
    await ask()
    const waits: number[] = []
    for (let n = 0; n < 40; n++) {
      await scheduler.tick()
      const [job] = await jobs()
      waits.push((job!.wakeAt - shop.clock.now()) / second)
      shop.clock.advance(job!.wakeAt - shop.clock.now())
    }
    expect(attempts).toBe(40)
    expect(waits.slice(0, 11)).toEqual([10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600])
    expect(await jobs()).toMatchObject([{ status: 'PENDING', attempts: 40, lastError: 'The disk is full.' }])
  })

  test('succeeds automatically once possible, and is removed', async () => {
    let full = true
    const { shop, scheduler, ask, jobs } = await createWork(async () => {
      if (full) throw new Error('The disk is full.')
      return undefined
    })
    await ask()
    await scheduler.tick()
    full = false
    expect((await scheduler.tick()).ran).toBe(0)
    shop.clock.advance(10 * second)
    expect((await scheduler.tick()).ran).toBe(1)
    expect(await jobs()).toEqual([])
  })

  test('is shown with its subject to the operator, in the health report and to the organisation', async () => {
    const { shop, services, scheduler, ask } = await createWork(failing)
    await ask()
    await ask({ subject: 'later', dueAt: services.clock.now() + hour })
    await scheduler.tick()
    expect(await listJobs(services, { failed: true })).toMatchObject([
      { kind: 'exports.write', attempts: 1, payload: { exportId: 'exp_1' }, lastError: 'The disk is full.' },
    ])
    expect((await listJobs(services)).map(({ attempts }) => attempts)).toEqual([1, 0])
    expect(await services.health.look()).toMatchObject({
      failingJobs: { 'exports.write': 1 },
      failedJobs: 1,
      components: { jobs: 'OPERATIONAL' },
    })
    for (let n = 0; n < 4; n++) {
      shop.clock.advance(10 * minute)
      await scheduler.tick()
    }
    expect((await services.health.look()).components.jobs).toBe('DEGRADED')
  })

  test('is tried immediately when an operator retries it', async () => {
    const { services, scheduler, ask, jobs } = await createWork(failing)
    await ask()
    await ask({ subject: 'other' })
    await scheduler.tick()
    const [job] = await jobs()
    expect((await scheduler.tick()).ran).toBe(0)
    await retryJobNow(services, job!.id)
    expect((await scheduler.tick()).ran).toBe(1)
    expect(await retryFailedJobsNow(services)).toHaveLength(2)
    expect((await scheduler.tick()).ran).toBe(2)
    await expect(showJob(services, 'job_none')).rejects.toMatchObject({ code: 'not_found' })
    await expect(retryJobNow(services, 'job_none')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('on a test clock fails after twelve attempts, until it is requested again', async () => {
    const { shop, services, scheduler, ask, jobs } = await createWork(failing)
    const org = shop.organisation.id
    await ask({ mode: 'test' })
    await scheduler.advance(org, services.clock.now() + 365 * 24 * hour)
    expect(await jobs()).toMatchObject([{ status: 'FAILED', attempts: 12 }])
    await ask({ mode: 'test' })
    expect(await jobs()).toMatchObject([{ status: 'PENDING', attempts: 0 }])
    await scheduler.advance(org, services.clock.now() + 730 * 24 * hour)
    const [stopped] = await jobs()
    expect(stopped).toMatchObject({ status: 'FAILED', attempts: 12 })
    await retryJobNow(services, stopped!.id)
    expect((await scheduler.tick()).ran).toBe(1)
  })
})

describe('a job requested again', () => {
  const handOver = { kind: 'runs.handOver', subject: 'run_1' } as const
  const replay = { kind: 'webhooks.replaySince', subject: 'end_1' } as const
  const caller = (callerId: string) => ({ callerKind: 'user', callerId, needs: 'webhooks.manage' })

  test.each<[string, Partial<NewJob>, object, object, object]>([
    ['the later arguments', {}, { exportId: 'exp_1' }, { exportId: 'exp_2' }, { exportId: 'exp_2' }],
    [
      'the later caller',
      {},
      { exportId: 'exp_1', ...caller('usr_1') },
      { exportId: 'exp_1', ...caller('usr_2') },
      { exportId: 'exp_1', ...caller('usr_2') },
    ],
    [
      'the caller of the first if the second has none',
      {},
      { exportId: 'exp_1', ...caller('usr_1') },
      { exportId: 'exp_1' },
      { exportId: 'exp_1', ...caller('usr_1') },
    ],
    [
      'the confirmation of the first',
      handOver,
      { runId: 'run_1', again: true },
      { runId: 'run_1' },
      { runId: 'run_1', again: true },
    ],
    [
      'the confirmation of the second',
      handOver,
      { runId: 'run_1' },
      { runId: 'run_1', again: true },
      { runId: 'run_1', again: true },
    ],
    [
      'the earlier start of a replay',
      replay,
      { endpointId: 'end_1', since: 1 },
      { endpointId: 'end_1', since: 2 },
      { endpointId: 'end_1', since: 1 },
    ],
    [
      'the earlier start of a later replay',
      replay,
      { endpointId: 'end_1', since: 2 },
      { endpointId: 'end_1', since: 1 },
      { endpointId: 'end_1', since: 1 },
    ],
  ])('while waiting keeps %s', async (_what, job, first, second, payload) => {
    const { ask, jobs } = await createWork(failing)
    await ask({ ...job, payload: first } as Partial<NewJob>)
    await ask({ ...job, payload: second } as Partial<NewJob>)
    expect(await jobs()).toMatchObject([{ payload }])
    expect(Object.keys((await jobs())[0]!.payload)).toHaveLength(Object.keys(payload).length)
  })

  test('while failing keeps its attempts, error and back-off', async () => {
    const { shop, scheduler, ask, jobs } = await createWork(async () => {
      await ask({ payload: { exportId: 'exp_2' } })
      throw new Error('The disk is full.')
    })
    await ask()
    await scheduler.tick()
    const failed = { status: 'PENDING', attempts: 1, lastError: 'The disk is full.' }
    const dueAt = shop.clock.now() + 10 * second
    expect(await jobs()).toMatchObject([{ ...failed, dueAt, payload: { exportId: 'exp_2' } }])
    shop.clock.advance(10 * second)
    await scheduler.tick()
    expect(await jobs()).toMatchObject([{ ...failed, attempts: 2, dueAt: shop.clock.now() + 20 * second }])
  })

  test('while running keeps the caller whose permission it needs', async () => {
    const { services, scheduler, ask, jobs } = await createWork(async () => {
      await ask({ dueAt: services.clock.now() + minute })
      return { resumeAt: services.clock.now() + hour }
    })
    await ask({ payload: { exportId: 'exp_1', ...caller('usr_1') } } as Partial<NewJob>)
    await scheduler.tick()
    const payload = { exportId: 'exp_1', callerId: 'usr_1' }
    expect(await jobs()).toMatchObject([{ payload, dueAt: services.clock.now() + minute }])
  })
})

test('a job is scoped to its organisation, and fails if it needs one and has none', async () => {
  const scopes: { organisationId: string }[] = []
  const { shop, scheduler, ask, jobs } = await createWork(async ({ job }) => {
    scopes.push(organisationOf(job))
    return undefined
  })
  await ask()
  await scheduler.tick()
  expect(scopes).toEqual([{ organisationId: shop.organisation.id }])
  await ask({ organisationId: null, mode: null })
  await scheduler.tick()
  const reason = 'Job exports.write needs an organisation and has none.'
  expect(await jobs()).toMatchObject([{ organisationId: null, lastError: reason }])
})

test.each<JobDefinition>(Object.values(jobDefinitions) as JobDefinition[])(
  '$kind recurs as declared in the table of kinds',
  ({ kind, recur }) => {
    expect(recur !== undefined).toBe(recurringKinds.includes(kind))
  },
)

describe('a lease', () => {
  let shop: TestShop
  let commits: number
  beforeEach(() => {
    commits = 0
  })

  /** Runs one long job and calls `during` with its context. */
  const working = async (during: (context: JobContext) => Promise<void>) => {
    const work = await createWork(async (context) => {
      const { store } = context.services
      const { write } = store
      store.write = (body) => {
        commits++
        return write(body)
      }
      try {
        await during(context)
      } finally {
        store.write = write
      }
      return undefined
    })
    shop = work.shop
    await work.ask()
    return work
  }

  test('is renewed every half minute, however often the job extends it', async () => {
    const { scheduler, jobs } = await working(async ({ extend }) => {
      for (let n = 0; n < 600; n++) {
        await extend()
        shop.clock.advance(100)
      }
    })
    await scheduler.tick()
    // The job works for a minute, so its lease is renewed once.
    expect(commits).toBe(1)
    expect(await jobs()).toEqual([])
  })

  test.each([
    ['forward', 20 * minute],
    ['back', -20 * minute],
  ])('taken by another server while the clock was set %s is noticed at the next step', async (_way, by) => {
    let lost: unknown
    const { services, scheduler, jobs } = await working(async ({ job, extend }) => {
      await extend()
      shop.clock.set(shop.clock.now() + by)
      await services.store.write((rows) =>
        rows.jobs.update(everyone, job.id, {
          leaseToken: 'lse_other',
          leaseUntil: services.clock.now() + hour,
        }),
      )
      await extend().catch((error) => {
        lost = error
        throw error
      })
    })
    await scheduler.tick()
    expect(lost).toBeInstanceOf(LeaseLost)
    expect(await jobs()).toMatchObject([{ status: 'RUNNING', leaseToken: 'lse_other', attempts: 0 }])
  })

  test('that expired passes the job to the next server; the late finish changes nothing', async () => {
    const runs: string[] = []
    const { services, scheduler, jobs } = await working(async ({ job }) => {
      runs.push(job.leaseToken!)
      if (runs.length > 1) return
      shop.clock.advance(6 * minute)
      // Another server polls while this one hangs.
      await scheduler.tick()
      expect(await jobs()).toEqual([])
    })
    await scheduler.tick()
    expect(runs).toHaveLength(2)
    expect(await jobs()).toEqual([])
    expect(await services.store.read((rows) => rows.jobs.count(everyone, {}))).toBe(0)
  })
})

test('a test clock has not arrived while another server runs the last job on the way', async () => {
  const { shop, services, scheduler, ask } = await createWork(async () => undefined)
  const { id: organisationId } = shop.organisation
  const to = services.clock.now()
  await ask({ mode: 'test' })
  const claimed = { status: 'RUNNING' as const, leaseToken: 'theirs', leaseUntil: to + minute }
  await services.store.write((rows) => rows.jobs.updateWhere(everyone, {}, claimed))
  expect(await scheduler.advance(organisationId, to)).toEqual({ ran: 0, done: false, elsewhere: true })
  await services.store.write((rows) => rows.jobs.remove(everyone, {}))
  expect(await scheduler.advance(organisationId, to)).toEqual({ ran: 0, done: true })
})

describe('a recurring job', () => {
  const kinds = async ({ services }: TestShop) =>
    (await listJobs(services)).filter(({ organisationId }) => organisationId === null).map(({ kind }) => kind)

  test('waits from the first organisation on, once per kind, and is not repeated for the second', async () => {
    const shop = await createTestShop()
    await createOrganisation(shop.services, { name: 'Second' })
    expect((await kinds(shop)).sort()).toEqual([...recurringKinds].sort())
  })

  test('is rescheduled at its declared time', async () => {
    const shop = await createTestShop()
    await shop.settle()
    const waiting = await listJobs(shop.services)
    const waits = waiting.map(({ kind, wakeAt }) => [kind, (wakeAt - shop.clock.now()) / hour])
    expect(Object.fromEntries(waits)).toMatchObject({
      'events.retention': 1,
      'assets.sweep': 24,
      'privacy.retention': 17,
    })
  })

  test('unknown to an older version is added when a server starts, alongside waiting and running ones', async () => {
    const shop = await createTestShop()
    const { services } = shop
    await services.store.write(async (rows) => {
      await rows.jobs.remove(everyone, { kind: oneOf(['assets.sweep', 'billing.monthly']) })
      const [running] = await rows.jobs.find(everyone, { kind: 'events.retention' })
      await rows.jobs.update(everyone, running!.id, {
        status: 'RUNNING',
        dedupeKey: `${running!.dedupeKey}|lse_1`,
      })
    })
    await services.scheduler.addMissing()
    await services.scheduler.addMissing()
    expect((await kinds(shop)).sort()).toEqual([...recurringKinds].sort())
  })

  test('is not created before the first organisation', async () => {
    const { core } = await createLettershop()
    await core.services.scheduler.addMissing()
    expect(await listJobs(core.services)).toEqual([])
  })
})
