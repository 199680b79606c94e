import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { type JobKind, jobKinds } from '../../src/core/engine/jobs/kinds.ts'
import { isInHistory } from '../support/other-program.ts'
import { addressOf, openTestDatabase, query } from '../support/postgres/database.ts'
import { createTestShop } from '../support/shop.ts'
import { earlier } from '../support/two-versions.ts'

/** Creates an instance with one job, inserted as by a server of 0.2.0. */
const withJob = async (kind: JobKind) => {
  const store = await openTestDatabase()
  const shop = await createTestShop({ ports: { store } })
  const { id: organisationId } = shop.organisation
  const sql = (text: string) => query(addressOf(store), text)
  await sql('delete from jobs')
  await sql(`insert into jobs (id, kind, "organisationId", mode, clock, "dueAt", "wakeAt", status, attempts, payload,
    "dedupeKey", "createdAt") values ('job_1', '${kind}', '${organisationId}', 'test', '${organisationId}', 5000, 5000,
    'PENDING', 0, '{}', 'key', 0)`)
  const job = async () => (await sql('select status, "wakeAt"::int from jobs'))[0]
  return { organisationId, sql, job }
}

describe('for a server of 0.2.0, which looks for PENDING jobs', () => {
  test.each<[JobKind, string]>([
    ['imports.takeRows', 'RESERVED'],
    ['imports.process', 'RESERVED'],
    ['postbatches.validate', 'RESERVED'],
    ['runs.render', 'RESERVED'],
    ['suppressions.import', 'RESERVED'],
    ['runs.cutoff', 'PENDING'],
    ['postbatches.moveItems', 'PENDING'],
    ['exports.write', 'PENDING'],
  ])('a job %s waits as %s', async (kind, status) => {
    expect(await (await withJob(kind)).job()).toMatchObject({ status })
  })

  test.runIf(isInHistory(earlier))('every kind that it does not know is reserved', async () => {
    const file = `${earlier}:src/core/engine/jobs/kinds.gen.ts`
    const known = execFileSync('git', ['show', file], { encoding: 'utf8' })
    const later = jobKinds.filter((kind) => !known.includes(`'${kind}'`))
    expect(later).toContain('imports.takeRows')
    const { sql } = await withJob('runs.cutoff')
    const reserved: string[] = []
    for (const kind of later) {
      await sql(`update jobs set kind = '${kind}', status = 'PENDING'`)
      const [job] = await sql('select status from jobs')
      if (job?.status === 'RESERVED') reserved.push(kind)
    }
    expect(reserved).toEqual(later)
  })

  test('a job of a dead server stays reserved when such a server releases it', async () => {
    const { sql, job } = await withJob('imports.takeRows')
    await sql(`update jobs set status = 'RUNNING', "leaseUntil" = 0`)
    expect(await job()).toMatchObject({ status: 'RUNNING' })
    await sql(`update jobs set status = 'PENDING', attempts = 0 where "leaseUntil" < 1`)
    expect(await job()).toMatchObject({ status: 'RESERVED' })
    await sql(`update jobs set status = 'FAILED'`)
    expect(await job()).toMatchObject({ status: 'FAILED' })
  })

  test('a reserved job is due earlier once such a server has moved its test clock', async () => {
    const { organisationId, sql, job } = await withJob('imports.takeRows')
    await sql(`update organisations set "testClockOffsetMs" = 2000 where id = '${organisationId}'`)
    expect(await job()).toEqual({ status: 'RESERVED', wakeAt: 3000 })
  })
})
