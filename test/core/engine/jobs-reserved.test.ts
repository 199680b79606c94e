import { describe, expect, test } from 'vitest'
import { retryFailedJobsNow } from '../../../src/core/features/instance/command-line.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import type { TestShop } from '../../support/shop.ts'
import { createWork } from '../../support/work.ts'

const minute = 60_000
const hour = 60 * minute

describe('jobs reserved for servers of this version', () => {
  const reserve = ({ services }: { services: TestShop['services'] }, id: string) =>
    services.store.write((rows) => rows.jobs.update(everyone, id, { status: 'RESERVED' }))

  test('wait for their next attempt and can be retried', async () => {
    let isBroken = true
    const work = await createWork(async () => {
      if (isBroken) throw new Error('The disk is full.')
      return undefined
    })
    const { shop, scheduler, ask, jobs } = work
    await ask({ dueAt: work.services.clock.now() + minute })
    await reserve(work, (await jobs())[0]!.id)
    await scheduler.tick()
    expect(await jobs()).toMatchObject([{ attempts: 0 }])
    shop.clock.advance(minute)
    await scheduler.look()
    await scheduler.drain()
    expect(await jobs()).toMatchObject([{ attempts: 1 }])
    await reserve(work, (await jobs())[0]!.id)
    isBroken = false
    expect(await retryFailedJobsNow(work.services)).toHaveLength(1)
    await scheduler.tick()
    expect(await jobs()).toEqual([])
  })

  test('run in order when their test clock moves', async () => {
    const seen: unknown[] = []
    const work = await createWork(async ({ job, now }) => {
      seen.push([job.payload.exportId, now - begun])
      return undefined
    })
    const begun = work.services.clock.now()
    for (const [name, at] of [
      ['third', 3],
      ['first', 1],
      ['second', 2],
    ] as const) {
      await work.ask({ mode: 'test', subject: name, dueAt: begun + at * hour, payload: { exportId: name } })
    }
    for (const { id, payload } of await work.jobs())
      if (payload.exportId !== 'second') await reserve(work, id)
    await work.scheduler.advance(work.shop.organisation.id, begun + 4 * hour)
    expect(seen).toEqual([
      ['first', hour],
      ['second', 2 * hour],
      ['third', 3 * hour],
    ])
  })
})
