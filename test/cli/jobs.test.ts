import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { lettershop, lettershopJson, startServerProcess } from '../support/cli.ts'
import { request } from '../support/http.ts'
import { eventually, startInstance } from '../support/instance.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

test('a failed job is visible to the operator, in metrics and in doctor, and can be retried', async () => {
  const data = join(temporaryFolder(), 'data')
  const shop = await startInstance(data)
  await shop.server.end()
  expect((await lettershop(['doctor', '--data', data])).stdout).toMatch(/^ok +jobs +none fails$/m)
  // Changes the database as a newer version with more kinds of jobs could have left it.
  const change = (sql: string) => {
    const database = new Database(join(data, 'lettershop.db'))
    database.exec(sql)
    database.close()
  }
  change(`update jobs set kind = 'runs.fly', "dueAt" = 0, "wakeAt" = 0 where kind = 'people.retention'`)
  const server = await startServerProcess(['--data', data], { LETTERSHOP_METRICS_TOKEN: 'a token' })
  const [failed] = await eventually(async () => {
    const found = await lettershopJson(['jobs', 'list', '--failed', '--data', data])
    return found.length > 0 && found
  })
  expect(failed).toMatchObject({ kind: 'runs.fly', status: 'FAILING', attempts: 1 })
  const shown = await lettershop(['jobs', 'show', failed.id, '--data', data])
  expect(shown.stdout).toMatch(/^lastError +No handler for jobs of kind runs.fly\.$/m)
  const headers = { authorization: 'Bearer a token' }
  expect((await request(`${server.url}/metrics`, { headers })).text).toContain(
    'lettershop_jobs_failing{kind="runs.fly"} 1',
  )
  expect((await lettershop(['doctor', '--data', data])).stdout).toMatch(/^note +jobs .*1 of runs\.fly/m)

  expect(await lettershopJson(['jobs', 'retry', failed.id, '--data', data])).toMatchObject([
    { id: failed.id },
  ])
  await eventually(async () => {
    const [again] = await lettershopJson(['jobs', 'list', '--failed', '--data', data])
    return again.attempts === 2
  })
  expect(await lettershopJson(['jobs', 'retry', '--failed', '--data', data])).toHaveLength(1)
  await eventually(async () => {
    const [again] = await lettershopJson(['jobs', 'list', '--failed', '--data', data])
    return again.attempts === 3
  })
  await server.end()
  change('update jobs set attempts = 9 where attempts > 0')
  const result = await lettershop(['doctor', '--data', data])
  expect([result.code, result.stdout]).toEqual([
    1,
    expect.stringMatching(/^WRONG +jobs +failing: 1 of runs\.fly/m),
  ])
})

test.each([
  [['jobs', 'retry'], 2, 'Name one job, or use --failed.'],
  [['jobs', 'retry', 'job_1', '--failed'], 2, 'Name one job, or use --failed.'],
  [['jobs', 'retry', 'job_1'], 3, 'There is no such job.'],
  [['jobs', 'show', 'job_1'], 3, 'There is no such job.'],
  [['jobs', 'list', '--kind', 'x'], 2, '--kind must be one of'],
  [['jobs', 'list', '--limit', '0'], 2, '--limit takes a whole number from 1 to 1000'],
])('lettershop %j ends with %i', async (args, exitCode, message) => {
  const data = join(temporaryFolder(), 'data')
  await lettershopJson(['org', 'create', '--name', 'Bakery', '--data', data])
  const { code, stderr } = await lettershop([...args, '--data', data])
  expect([code, stderr]).toEqual([exitCode, expect.stringContaining(message)])
})
