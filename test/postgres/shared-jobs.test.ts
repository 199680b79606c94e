import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { lettershop, lettershopJson, newKey, type ServerProcess, startServerProcess } from '../support/cli.ts'
import { request } from '../support/http.ts'
import { eventually, instanceOn } from '../support/instance.ts'
import { newDatabase, query } from '../support/postgres/database.ts'
import { liveTarget } from '../support/ready-for-live.ts'
import { zoe } from '../support/recipients.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
const data = join(folder, 'data')
const address = await newDatabase()
const file = join(folder, 'database')
writeFileSync(file, `${address}\n`)
const env = {
  LETTERSHOP_DATABASE_FILE: file,
  LETTERSHOP_DATA: data,
  LETTERSHOP_METRICS_TOKEN: 'a token',
}
const servers: ServerProcess[] = []
afterAll(async () => {
  await Promise.all(servers.map(({ end }) => end('SIGKILL')))
})

const previews = 60
const kind = 'renders.render'
/** Maximum concurrent jobs of a server. */
const atATime = 3

/** How often a server ran jobs of this kind, by outcome. */
const bodiesRun = async ({ url }: ServerProcess): Promise<Record<string, number>> => {
  const { text } = await request(`${url}/metrics`, { headers: { authorization: 'Bearer a token' } })
  const found = text.matchAll(
    new RegExp(`^lettershop_job_seconds_count\\{kind="${kind}",outcome="(\\w+)"\\} (\\d+)$`, 'gm'),
  )
  return Object.fromEntries([...found].map(([, outcome, count]) => [outcome, Number(count)]))
}

const set = async () => {
  const organisation = await lettershopJson(['org', 'create', '--name', 'Shared'], env)
  const { postflows } = await lettershopJson(
    ['seed', '--org', organisation.id, '--tracking-target-url', liveTarget.trackingTargetUrl],
    env,
  )
  const keyOf = (mode: string) => newKey(organisation.id, mode, [], env)
  const own = (mode: string) => postflows.find((postflow: { mode: string }) => postflow.mode === mode).id
  await lettershopJson(['org', 'limits', organisation.id, '--set', 'preview=100000,general=100000'], env)
  return {
    organisationId: organisation.id,
    keys: { live: await keyOf('live'), test: await keyOf('test') },
    postflows: { live: own('live'), test: own('test') },
  }
}

test('three servers share the jobs, run none twice, and take over those of a killed one', async () => {
  for (let n = 0; n < 3; n++) servers.push(await startServerProcess([], env))
  const known = await set()
  const shops = servers.map((server) => instanceOn(data, server, known))
  const ask = async (n: number) => {
    const body = {
      postflowId: known.postflows.test,
      recipient: zoe,
      data: { firstName: `Zoë ${n}` },
    }
    const { status, text } = await shops[n % shops.length]!.send('test', 'POST', '/v1/renders', body)
    expect(status, text).toBe(202)
  }
  const statuses = async () =>
    (await query(address, 'select status from renders')).map(({ status }) => status)
  const ready = async (count: number) => {
    const all = await statuses()
    return all.length === count && all.every((status) => status === 'READY')
  }

  for (let n = 0; n < previews; n++) await ask(n)
  await eventually(() => ready(previews))
  const sum = (ran: Record<string, number>[]) => ran.flatMap(Object.values).reduce((a, b) => a + b, 0)
  // A job ends a moment after its preview is ready.
  const ran = await eventually(async () => {
    const each = await Promise.all(servers.map(bodiesRun))
    return sum(each) >= previews && each
  })
  // Each job is `resumed`, because it waits until its preview expires; none failed or ran twice.
  expect(sum(ran)).toBe(previews)
  expect(ran.flatMap((each) => Object.keys(each)).filter((outcome) => outcome !== 'resumed')).toEqual([])
  expect(ran.filter(({ resumed = 0 }) => resumed > 0).length).toBeGreaterThan(1)

  // One dies while jobs are running.
  for (let n = 0; n < previews; n++) await ask(n)
  await servers.pop()!.end('SIGKILL')
  shops.pop()
  await eventually(async () => {
    const left = (await statuses()).filter((status) => status === 'PENDING').length
    const [{ running, due }] = (await query(
      address,
      `select count(*) filter (where status = 'RUNNING')::int as running,
        count(*) filter (where status in ('PENDING', 'RESERVED') and "wakeAt" <= extract(epoch from now()) * 1000)::int as due
        from jobs where kind = '${kind}'`,
    )) as [{ running: number; due: number }]
    // It may have died between completing a preview and ending its job.
    return due === 0 && left <= running && running <= atATime
  })
  // The jobs of the dead server wait until their leases end: five minutes of the wall clock, which a test
  // cannot move.
  await query(address, `update jobs set "leaseUntil" = 0 where status = 'RUNNING'`)
  await eventually(() => ready(2 * previews))
  const announced = await query(address, `select "itemId" from events where type = 'preview.ready'`)
  expect(announced.length).toBe(2 * previews)
}, 1_200_000)

test('a backup has the files, and refers to pg_dump for the database', async () => {
  const { code, stdout } = await lettershop(['backup', '--to', join(folder, 'backups')], env)
  expect([code, stdout]).toEqual([0, expect.stringContaining('Run pg_dump before every backup')])
  const path = stdout.split(' ')[0]!
  const checked = await lettershopJson(['backup', 'verify', path])
  expect(checked.holds).toBe(true)
  expect(checked.checks.map(({ name, result }: { name: string; result: string }) => [name, result])).toEqual([
    ['manifest', 'holds'],
    ['files', 'holds'],
    ['database', 'open'],
  ])
  const to = join(folder, 'restored')
  const restored = await lettershop(['restore', path, '--data', to])
  expect([restored.code, restored.stdout]).toEqual([
    0,
    expect.stringContaining('Load the matching pg_dump before a server starts'),
  ])
  // As after a loss: no other server uses the database. The instance key opens it from the restored folder.
  await Promise.all(servers.splice(0).map(({ end }) => end()))
  expect(
    await lettershopJson(['org', 'list', '--data', to], { LETTERSHOP_DATABASE_FILE: file }),
  ).toHaveLength(1)
})
