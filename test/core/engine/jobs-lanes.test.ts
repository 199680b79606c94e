import { describe, expect, test } from 'vitest'
import { createMemoryStore } from '../../../src/adapters/memory/store.ts'
import { enqueueJobs } from '../../../src/core/engine/jobs/enqueue.ts'
import { defineJob, type JobContext } from '../../../src/core/engine/jobs/job.ts'
import type { JobKind, NewJob } from '../../../src/core/engine/jobs/kinds.ts'
import { createJobRunner } from '../../../src/core/engine/jobs/runner.ts'
import { createScheduler } from '../../../src/core/engine/jobs/scheduler.ts'
import { listJobs } from '../../../src/core/features/platform/jobs.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { createTestShop } from '../../support/shop.ts'

/**
 * Waits until every startable job has started. The in-memory store answers within turns of the event loop.
 */
const quiet = async () => {
  for (let n = 0; n < 20; n++) await new Promise((resolve) => setImmediate(resolve))
}

interface JobInput {
  kind?: JobKind
  organisationId?: string
  mode?: 'live' | 'test' | null
}

/** Creates a scheduler whose jobs named `long …` run until the test ends them. */
const createServer = async () => {
  // The tests count event-loop turns until a job starts, which only the in-memory store allows.
  const shop = await createTestShop({ ports: { store: createMemoryStore() } })
  const { services } = shop
  await services.store.write((rows) => rows.jobs.remove(everyone, {}))
  const begun: string[] = []
  const contexts = new Map<string, JobContext>()
  const ends = new Map<string, (again?: { resumeAt: number }) => void>()
  const handler = async (context: JobContext) => {
    const name = String(context.job.payload.name)
    begun.push(name)
    contexts.set(name, context)
    if (!name.startsWith('long')) return undefined
    return new Promise<{ resumeAt: number } | undefined>((resolve) => ends.set(name, resolve))
  }
  const kinds: JobKind[] = ['imports.process', 'exports.write', 'runs.cutoff', 'runs.render']
  const runner = createJobRunner(services, async () => kinds.map((kind) => defineJob({ kind, handler })))
  const scheduler = createScheduler(services, runner)
  const look = async () => {
    const seen = await scheduler.look()
    await quiet()
    return seen
  }
  return {
    shop,
    services,
    scheduler,
    begun,
    contexts,
    look,
    async enqueue(name: string, { kind = 'imports.process', organisationId, mode = null }: JobInput = {}) {
      await services.store.write((rows) =>
        enqueueJobs(services, rows, [
          {
            kind,
            subject: name,
            organisationId: organisationId ?? shop.organisation.id,
            mode,
            dueAt: services.clock.now(),
            payload: { name },
          } as unknown as NewJob,
        ]),
      )
      // Jobs of equal priority run in order of their due time.
      shop.clock.advance(1)
    },
    async end(name: string, again?: { resumeAt: number }) {
      ends.get(name)!(again)
      await quiet()
    },
  }
}

describe('a long job', () => {
  test('does not delay jobs that fall due in the meantime', async () => {
    const { enqueue, look, begun, end, scheduler } = await createServer()
    await enqueue('long')
    await look()
    await enqueue('short', { kind: 'exports.write' })
    await look()
    expect(begun).toEqual(['long', 'short'])
    expect(scheduler.activeCount()).toBe(1)
    await end('long')
    expect(scheduler.activeCount()).toBe(0)
  })

  test('does not block cutoffs and hand-overs, which have their own lanes', async () => {
    const { shop, enqueue, look, begun } = await createServer()
    for (let n = 0; n < 9; n++) {
      const { organisation } = await shop.another()
      await enqueue(`long ${n}`, { organisationId: organisation.id })
    }
    await look()
    await enqueue('cutoff', { kind: 'runs.cutoff', mode: 'live' })
    await look()
    expect(begun).toEqual(['long 0', 'long 1', 'long 2', 'cutoff'])
  })

  test('leaves a lane to other organisations, however many one organisation has', async () => {
    const { shop, enqueue, look, begun, end } = await createServer()
    for (let n = 0; n < 5; n++) await enqueue(`long ${n}`)
    await look()
    expect(begun).toEqual(['long 0', 'long 1'])
    const { organisation } = await shop.another()
    await enqueue('export of another', { kind: 'exports.write', organisationId: organisation.id })
    await look()
    expect(begun).toEqual(['long 0', 'long 1', 'export of another'])
    await end('long 0')
    expect(begun.at(-1)).toBe('long 2')
  })

  test('yields after a second if others wait for its lane, and resumes after them', async () => {
    const { shop, enqueue, look, begun, contexts, end } = await createServer()
    for (const name of ['long 0', 'long 1']) await enqueue(name)
    await look()
    shop.clock.advance(60_000)
    // No job is waiting.
    expect(contexts.get('long 0')!.giveWay()).toBeUndefined()
    for (const name of ['short 0', 'short 1']) await enqueue(name, { kind: 'exports.write' })
    await look()
    const later = contexts.get('long 0')!.giveWay()
    expect(later).toEqual({ resumeAt: shop.clock.now() })
    await end('long 0', later)
    expect(begun).toEqual(['long 0', 'long 1', 'short 0', 'short 1', 'long 0'])
    // The resumed job has another second before it must give way.
    expect(contexts.get('long 0')!.giveWay()).toBeUndefined()
  })
})

test('a job committed while the last lane claims is started by that lane', async () => {
  const { services, enqueue, look, begun, end } = await createServer()
  await enqueue('long 0')
  await enqueue('long 1')
  await look()
  const { write } = services.store
  // During the claim that finds nothing, a job is committed whose own claim finds no free lane.
  let isFirst = true
  services.store.write = async (body) => {
    const result = await write(body)
    if (isFirst && result === undefined) {
      isFirst = false
      await enqueue('late', { kind: 'exports.write' })
      void look()
      await quiet()
    }
    return result
  }
  await end('long 0')
  await quiet()
  expect(begun).toEqual(['long 0', 'long 1', 'late'])
})

test('a test clock runs its jobs in order, and delays neither another clock nor live work', async () => {
  const { shop, enqueue, look, begun, end } = await createServer()
  const { organisation: second } = await shop.another()
  const onClock = { kind: 'runs.render', mode: 'test' } as const
  await enqueue('long on the first', onClock)
  await enqueue('behind it', onClock)
  await look()
  await enqueue('on the second', { ...onClock, organisationId: second.id })
  await enqueue('real', { kind: 'runs.cutoff', mode: 'live' })
  await look()
  expect(begun.slice(0, 1)).toEqual(['long on the first'])
  expect(begun.slice(1).sort()).toEqual(['on the second', 'real'])
  await end('long on the first')
  expect(begun.at(-1)).toBe('behind it')
})

test('a test clock frees its lane after a job if others wait, and resumes in turn', async () => {
  const { shop, enqueue, look, begun, end } = await createServer()
  const clocks = [shop.organisation, (await shop.another()).organisation, (await shop.another()).organisation]
  for (const [index, { id }] of clocks.entries()) {
    await enqueue(`long on ${index}`, { kind: 'runs.render', mode: 'test', organisationId: id })
    await enqueue(`next on ${index}`, { kind: 'runs.render', mode: 'test', organisationId: id })
  }
  await look()
  expect(begun).toEqual(['long on 0', 'long on 1'])
  shop.clock.advance(5_000)
  await look()
  await end('long on 0')
  expect(begun).toEqual(['long on 0', 'long on 1', 'long on 2'])
  await look()
  await end('long on 2')
  expect(begun.slice(3, 5)).toEqual(['next on 2', 'next on 0'])
})

test('draining starts nothing more and asks running jobs to yield', async () => {
  const { shop, scheduler, services, enqueue, look, begun, contexts, end } = await createServer()
  for (const name of ['long 0', 'long 1', 'long 2']) await enqueue(name)
  await look()
  shop.clock.advance(5_000)
  let drained = false
  const draining = scheduler.drain().then(() => {
    drained = true
  })
  await quiet()
  expect(drained).toBe(false)
  for (const name of ['long 0', 'long 1']) await end(name, contexts.get(name)!.giveWay())
  await draining
  expect(begun).toEqual(['long 0', 'long 1'])
  expect((await listJobs(services)).map(({ status }) => status)).toEqual(['PENDING', 'PENDING', 'PENDING'])
})

test('a store that refuses a claim or an outcome fails the poll', async () => {
  const { services, enqueue, look, begun, end } = await createServer()
  const { write } = services.store
  const refuse = async () => {
    throw new Error('The disk is full.')
  }
  await enqueue('long')
  services.store.write = refuse
  await expect(look()).rejects.toThrow('full')
  services.store.write = write
  await look()
  services.store.write = refuse
  await end('long')
  services.store.write = write
  await expect(look()).rejects.toThrow('full')
  await look()
  expect(begun).toEqual(['long'])
})

test('the next poll is when a job falls due, ignoring jobs that wait for a lane', async () => {
  const { shop, services, enqueue, look } = await createServer()
  for (let n = 0; n < 4; n++) await enqueue(`long ${n}`)
  const later = services.clock.now() + 60_000
  await services.store.write((rows) =>
    enqueueJobs(services, rows, [
      {
        kind: 'exports.write',
        subject: 'x',
        organisationId: shop.organisation.id,
        mode: null,
        dueAt: later,
        payload: { exportId: 'x' },
      },
    ]),
  )
  expect(await look()).toEqual({ nextAt: later })
})
