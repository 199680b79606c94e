import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { lettershop, lettershopJson, type ServerProcess, startServerProcess } from '../support/cli.ts'
import { request } from '../support/http.ts'
import { newDatabase, query } from '../support/postgres/database.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
const dataDir = join(mkdtempSync(join(folder, 'shared-')), 'data')
const servers: ServerProcess[] = []
afterAll(async () => {
  await Promise.all(servers.map(({ end }) => end('SIGKILL')))
})

const address = await newDatabase()
const file = join(folder, 'database')
writeFileSync(file, `${address}\n`)
const env = { LETTERSHOP_DATABASE_FILE: file, LETTERSHOP_DATA: dataDir }

const send = (server: ServerProcess, key: string, method: string, path: string, body?: unknown) =>
  request(server.url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

test('two servers start at the same moment without an instance, share everything, and one continues alone', async () => {
  servers.push(...(await Promise.all([startServerProcess([], env), startServerProcess([], env)])))
  const [one, two] = servers as [ServerProcess, ServerProcess]
  const organisation = await lettershopJson(['org', 'create', '--name', 'Shared'], env)
  const { postflows } = await lettershopJson(['seed', '--org', organisation.id], env)
  const created = await lettershopJson(
    ['key', 'create', '--org', organisation.id, '--mode', 'test', '--scopes', 'all'],
    env,
  )
  const postflowId = postflows.find((postflow: { mode: string }) => postflow.mode === 'test').id
  const recipient = {
    name: 'Zoë de Vries',
    street: 'Damrak',
    postalCode: '1012 LG',
    city: 'Amsterdam',
    country: 'NL',
  }
  for (let number = 0; number < 6; number++) {
    const item = {
      postflowId,
      recipient: { ...recipient, houseNumber: String(number + 1) },
      data: { firstName: 'Zoë' },
    }
    const posted = await send(servers[number % 2]!, created.key, 'POST', '/v1/items', item)
    expect(posted.status, posted.text).toBe(201)
  }
  for (const server of servers) {
    const listed = await send(server, created.key, 'GET', '/v1/items?include=total')
    expect(listed.body).toMatchObject({ totalCount: 6 })
  }
  const moved = await lettershopJson(
    ['clock', 'advance', '--org', organisation.id, '--to', 'next-cutoff'],
    env,
  )
  expect(moved.ranJobs).toBeGreaterThan(0)
  expect(await query(address, `select status, "itemCount" from runs`)).toEqual([
    { status: expect.stringMatching(/^HANDED_TO|COMPLETED/), itemCount: '6' },
  ])

  await one.end('SIGKILL')
  expect((await send(two, created.key, 'GET', '/v1/items')).status).toBe(200)
  await lettershopJson(['key', 'revoke', created.id], env)
  expect((await send(two, created.key, 'GET', '/v1/items')).status).toBe(401)
  expect(await two.end('SIGTERM')).toMatchObject({ code: 0 })
})

test('a server with another instance key is refused', async () => {
  const { code, stderr } = await lettershop(['org', 'list'], {
    ...env,
    LETTERSHOP_SECRET_KEY: 'ab'.repeat(32),
  })
  expect(stderr).toMatch(/created with another instance.key/)
  expect(code).toBe(15)
})

test('an invalid database URL is refused without quoting it', async () => {
  const { code, stderr } = await lettershop([
    'org',
    'list',
    '--database',
    'mysql://me:secret@host/x',
    '--data',
    dataDir,
  ])
  expect([code, stderr]).toEqual([2, expect.not.stringContaining('secret')])
  const away = ['org', 'list', '--database', 'postgres://me:secret@127.0.0.1:1/x', '--data', dataDir]
  const refused = await lettershop(away)
  expect([refused.code, refused.stderr]).toEqual([15, expect.not.stringContaining('secret')])
})
