import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lettershop, lettershopJson, type ServerProcess, startServerProcess } from '../support/cli.ts'
import { request } from '../support/http.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const data = ['--data', join(temporaryFolder(), 'data')]
let server: ServerProcess
let org: string
beforeAll(async () => {
  org = (await lettershopJson(['org', 'create', '--name', 'Kaas', ...data])).id
  server = await startServerProcess(data)
})
afterAll(async () => {
  await server.end()
})

const post = (path: string, body: object) =>
  request(`${server.url}/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-protection': '1' },
    body: JSON.stringify(body),
  })
const tokenIn = (link: string) => link.split('#')[1]

describe('lettershop user', () => {
  test('gives access to the first owner, with a password or a link that sets one', async () => {
    const file = join(temporaryFolder(), 'password')
    writeFileSync(file, 'correct horse battery\n')
    const ada = await lettershopJson([
      'user',
      'create',
      '--email',
      'ada@example.com',
      '--org',
      org,
      '--password-file',
      file,
      ...data,
    ])
    expect(ada).toMatchObject({ email: 'ada@example.com', status: 'ACTIVE', link: null, operatorScopes: [] })
    const signedIn = await post('/session', { email: 'ada@example.com', password: 'correct horse battery' })
    expect(signedIn.body.organisations).toMatchObject([{ id: org, roles: ['owner'] }])

    const bob = await lettershopJson(['user', 'create', '--email', 'bob@example.com', '--operator', ...data])
    expect(bob.link).toContain(`${server.url}/portal/reset-password#`)
    const reset = await post('/password-reset/confirm', {
      token: tokenIn(bob.link),
      password: 'another horse battery',
    })
    expect(reset.body.user.operatorScopes).toEqual([
      'runs.manage',
      'printers.manage',
      'catalogue.manage',
      'platform.admin',
      'tenants.read',
    ])
  })

  test('lists, disables and enables, and creates reset links', async () => {
    const users = await lettershopJson(['user', 'list', ...data])
    expect(users.map(({ email }: { email: string }) => email)).toEqual(['ada@example.com', 'bob@example.com'])
    expect(JSON.stringify(users)).not.toContain('scrypt')
    expect(await lettershopJson(['user', 'disable', 'ADA@example.com', ...data])).toMatchObject({
      status: 'DISABLED',
    })
    const refused = await post('/session', { email: 'ada@example.com', password: 'correct horse battery' })
    expect(refused.status).toBe(401)
    await lettershopJson(['user', 'enable', 'ada@example.com', ...data])
    const { link } = await lettershopJson(['user', 'reset-link', 'ada@example.com', ...data])
    const body = { token: tokenIn(link), password: 'a third horse battery' }
    expect((await post('/password-reset/confirm', body)).status).toBe(201)
    const none = await lettershopJson(['user', 'operator', 'bob@example.com', '--scopes', 'none', ...data])
    expect(none.operatorScopes).toEqual([])
  })

  test('promotes an existing account only on request, and resets it', async () => {
    const promoted = await lettershop([
      'user',
      'create',
      '--email',
      'ada@example.com',
      '--operator',
      '--existing',
      ...data,
    ])
    expect(promoted).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /Operator: runs.manage, printers.manage, catalogue.manage, platform.admin, tenants.read\nSet the password.*\n.*reset-password#/,
      ),
    })
    const body = { email: 'ada@example.com', password: 'a third horse battery' }
    expect((await post('/session', body)).status).toBe(401)
    const confirm = { token: tokenIn(promoted.stdout.trim()), password: 'a fourth horse battery' }
    expect((await post('/password-reset/confirm', confirm)).status).toBe(201)
    const operator = ['user', 'operator', 'bob@example.com', '--scopes', 'runs.manage', '--existing']
    const bob = await lettershopJson([...operator, ...data])
    expect(bob).toMatchObject({
      operatorScopes: ['runs.manage'],
      link: expect.stringContaining('/portal/reset-password#'),
      mailed: false,
    })
  })

  test.each<[string, string[], number, RegExp]>([
    ['an unknown address', ['user', 'disable', 'eve@example.com'], 3, /no user eve@example.com/],
    ['no address', ['user', 'create', '--email', 'eve', '--operator'], 2, /--email/],
    [
      'neither organisation nor operator',
      ['user', 'create', '--email', 'eve@example.com'],
      2,
      /organisation/,
    ],
    [
      'an unknown role',
      ['user', 'create', '--email', 'eve@example.com', '--org', 'ORG', '--role', 'boss'],
      2,
      /--roles?/,
    ],
    ['an existing account', ['user', 'create', '--email', 'BOB@example.com', '--operator'], 4, /--existing/],
    [
      'an operator’s key without expiry',
      ['key', 'create', '--org', 'ORG', '--mode', 'live', '--scopes', 'platform.admin'],
      2,
      /--expires-in-days/,
    ],
    [
      'an expiry that is too late',
      ['key', 'create', '--org', 'ORG', '--mode', 'live', '--scopes', 'all', '--expires-in-days', '91'],
      2,
      /--expires-in-days/,
    ],
    ['an unknown scope', ['user', 'operator', 'bob@example.com', '--scopes', 'all'], 2, /--scopes/],
    [
      'a missing file',
      ['user', 'create', '--email', 'eve@example.com', '--org', 'ORG', '--password-file', '/none'],
      2,
      /--password-file/,
    ],
  ])('refuses %s', async (_what, args, code, stderr) => {
    const ended = await lettershop([...args.map((word) => (word === 'ORG' ? org : word)), ...data])
    expect([ended.code, ended.stderr]).toEqual([code, expect.stringMatching(stderr)])
  })
})

test('a server without users prints a link that creates the first user', async () => {
  const args = ['--data', join(temporaryFolder(), 'fresh')]
  const fresh = await startServerProcess(args)
  const setup = await request(`${fresh.url}/v1/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-protection': '1' },
    body: JSON.stringify({
      token: tokenIn(fresh.setupUrl!),
      email: 'ada@example.com',
      name: 'Ada',
      password: 'correct horse battery',
      organisation: { name: 'Kaas' },
    }),
  })
  expect(setup.status).toBe(201)
  await fresh.end()
  const again = await startServerProcess(args)
  expect(again.setupUrl).toBeNull()
  await again.end()
})

test.each([
  ['an invalid address', { LETTERSHOP_SMTP_URL: 'mail.example' }, /--smtp-url/],
  ['no sender', { LETTERSHOP_SMTP_URL: 'smtp://mail.example' }, /--mail-from/],
  ['a missing file', { LETTERSHOP_SMTP_URL_FILE: '/none' }, /LETTERSHOP_SMTP_URL_FILE/],
])('mail with %s is refused', async (_what, env, stderr) => {
  const ended = await lettershop(['serve', '--port', '0', '--data', join(temporaryFolder(), 'x')], env)
  expect([ended.code, ended.stderr]).toEqual([2, expect.stringMatching(stderr)])
})
