import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { readSettings } from '../../bin/cli/settings.ts'
import { openInstance } from '../../bin/instance/open.ts'
import { httpsReceiver } from '../../examples/shops/servers.ts'
import { lettershop, lettershopJson, type ServerProcess, startServerProcess } from '../support/cli.ts'
import { order, orderMapping } from '../support/data-folders/shop.ts'
import { request } from '../support/http.ts'
import type { HttpsPrinter } from '../support/https-printer.ts'
import { isInHistory, programAt, withProgram } from '../support/other-program.ts'
import { newDatabase, query } from '../support/postgres/database.ts'
import { zoe } from '../support/recipients.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

// The earlier version's answers are not recorded, because this version's document does not describe them.
vi.mock('../support/recorder.ts', () => ({ record: () => {} }))

/** The last revision that sealed a printer's secret for its row only and stored no creator of a connector. */
const earlier = 'dc1a7e01'
const folder = temporaryFolder()
const servers: ServerProcess[] = []
afterAll(async () => {
  await Promise.all(servers.map(({ end }) => end('SIGKILL')))
  await printer.end()
})
const minute = 60_000

let printer: HttpsPrinter
let printerSettings: { url: string; ca: string }
let earlierProgram: string
let env: NodeJS.ProcessEnv
beforeAll(async () => {
  const receiver = await httpsReceiver(folder)
  printer = receiver.server
  printerSettings = { url: printer.url, ca: receiver.ca }
  env = {
    LETTERSHOP_SECRET_KEY: 'a1'.repeat(32),
    LETTERSHOP_SIGNING_KEY: 'b2'.repeat(32),
    LETTERSHOP_PRINT_FOLDER: join(folder, 'printed'),
    LETTERSHOP_PRINTER_ALLOW: '127.0.0.1/32',
    LETTERSHOP_NO_PORTAL: 'true',
    PRESS_SECRET: receiver.secret,
  }
  mkdirSync(join(folder, 'printed'))
  if (isInHistory(earlier)) earlierProgram = programAt(earlier, join(folder, 'earlier'))
})

/** Commands of either version on a data folder, whose environment may name a database. */
const commands = (name: string, env: NodeJS.ProcessEnv, program?: string) => {
  const data = join(folder, name)
  const inProgram = <T>(body: () => Promise<T>) => (program ? withProgram(program, body) : body())
  const cli = (...args: string[]) => inProgram(() => lettershopJson([...args, '--data', data], env))
  return {
    data,
    cli,
    inProgram,
    /** Adds a printer with signed requests and a sealed secret. */
    addPrinter(key: string): Promise<{ id: string }> {
      const file = join(folder, `${key}.json`)
      const settings = { key, name: key, kind: 'HTTPS', settings: printerSettings }
      writeFileSync(file, JSON.stringify({ ...settings, secret: { env: 'PRESS_SECRET' } }))
      return cli('printer', 'add', file)
    },
    async addShop() {
      const { id } = await cli('org', 'create', '--name', 'Shared')
      const { postflows } = await cli('seed', '--org', id)
      const { key } = await cli('key', 'create', '--org', id, '--mode', 'test', '--scopes', 'all')
      return { id, key, postflowId: postflows.find(({ mode }: { mode: string }) => mode === 'test').id }
    },
    async addPerson(email: string, ...roles: string[]) {
      const file = join(folder, 'password')
      writeFileSync(file, password)
      await cli('user', 'create', '--email', email, '--password-file', file, ...roles)
    },
  }
}
type Commands = ReturnType<typeof commands>
const password = 'correct horse battery staple'

/** A server of either version with its own data folder. */
const startServer = async (of: Commands, env: NodeJS.ProcessEnv) => {
  const server = await of.inProgram(() => startServerProcess(['--data', of.data], env))
  servers.push(server)
  const send = async (headers: Record<string, string>, method: string, path: string, body?: unknown) => {
    const answer = await request(server.url + path, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300)
    return answer
  }
  return {
    ...server,
    async withKey(key: string, method: string, path: string, body?: unknown) {
      return (await send({ authorization: `Bearer ${key}` }, method, path, body)).body
    },
    /** Signs a user in; returns the headers of the session, which other servers accept too. */
    async signIn(email: string) {
      const csrf = { 'x-csrf-protection': '1' }
      const { headers } = await send(csrf, 'POST', '/v1/session', { email, password })
      const cookie = headers.getSetCookie().map((text) => text.split(';')[0])
      return { ...csrf, cookie: cookie.join('; ') }
    },
    async inPortal(session: Record<string, string>, method: string, path: string) {
      return (await send(session, method, path)).body
    },
  }
}
type Server = Awaited<ReturnType<typeof startServer>>

/** Lets a server test a printer with a signed request; returns the outcome. */
const answers = (server: Server, session: Record<string, string>, { id }: { id: string }) =>
  server.inPortal(session, 'POST', `/v1/platform/printers/${id}/test`)

/** Runs everything due two, four and six minutes from now. */
const advance = async (data: string, env: NodeJS.ProcessEnv): Promise<void> => {
  onTestFinished(() => void vi.useRealTimers())
  const silent = { info() {}, warn() {}, error() {} }
  for (const minutes of [2, 4, 6]) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * minute })
    const { core } = await openInstance(data, await readSettings(data, {}, env), silent)
    while ((await core.scheduler.tick()).ran > 0);
    await core.close()
    vi.useRealTimers()
  }
}

describe.runIf(isInHistory(earlier))('next to a version that seals secrets for their rows only', () => {
  test('servers of both test the same printers and accept items, until the older one is stopped', async () => {
    const database = await newDatabase()
    const both = { ...env, LETTERSHOP_DATABASE: database }
    const old = commands('older', both, earlierProgram)
    const older = await startServer(old, both)
    const first = await old.addPrinter('first')
    const { key, postflowId } = await old.addShop()
    await old.addPerson('operator@mail.example', '--operator')
    const session = await older.signIn('operator@mail.example')

    const present = commands('newer', both)
    const newer = await startServer(present, both)
    const second = await present.addPrinter('second')
    for (const server of [older, newer])
      for (const one of [first, second])
        expect(await answers(server, session, one)).toMatchObject({ ok: true })

    const connectors: { id: string; url: string }[] = []
    for (const server of [older, newer]) {
      const body = { name: 'Orders', postflowId, mapping: orderMapping }
      connectors.push(await server.withKey(key, 'POST', '/v1/integrations/inbound', body))
    }
    for (const [index, server] of [older, newer].entries())
      for (const [of, { url }] of connectors.entries()) {
        const number = String(1 + index * 2 + of)
        const posted = await server.withKey(key, 'POST', new URL(url).pathname, { ...order, number })
        expect(posted).toMatchObject({ outcome: 'CREATED' })
      }

    for (const server of [older, newer]) expect(await server.end()).toMatchObject({ code: 0 })
    const sealed = () =>
      query(database, 'select key, secret, "secretFor" from printers where secret is not null order by key')
    const before = await sealed()
    await advance(present.data, both)
    const after = await sealed()
    expect(after.map(({ secretFor }) => secretFor)).toEqual(
      Array(2).fill(expect.stringContaining('127.0.0.1')),
    )
    for (const [index, { secret }] of after.entries()) expect(secret).not.toEqual(before[index]!.secret)

    const alone = await startServer(present, both)
    for (const one of [first, second]) expect(await answers(alone, session, one)).toMatchObject({ ok: true })
    const kept = connectors.map(({ id }) => alone.withKey(key, 'GET', `/v1/integrations/inbound/${id}`))
    expect(await Promise.all(kept)).toMatchObject([
      { maker: null, needsReview: true, stoppedAt: null, receivedCount: 2 },
      { maker: { kind: 'API_KEY' }, needsReview: false, stoppedAt: null, receivedCount: 2 },
    ])
    expect(printer.unsigned).toEqual([])
    const stale = await old.inProgram(() => lettershop(['serve', '--port', '0', '--data', old.data], both))
    expect([stale.code, stale.stderr]).toEqual([12, expect.stringContaining('newer version')])
    await alone.end()
  }, 300_000)

  test('its backup is restored and moved to PostgreSQL with printers, connectors and entries of test mode', async () => {
    const old = commands('before', env, earlierProgram)
    const older = await startServer(old, env)
    const one = await old.addPrinter('restored')
    const { id, key, postflowId } = await old.addShop()
    await old.addPerson('owner@mail.example', '--org', id, '--operator')
    const { id: connectorId } = await older.withKey(key, 'POST', '/v1/integrations/inbound', {
      name: 'Orders',
      postflowId,
      mapping: orderMapping,
    })
    await older.withKey(key, 'POST', '/v1/suppressions', { recipient: zoe, reason: 'opt_out' })
    const { path } = await old.cli('backup', '--to', join(folder, 'backups'))
    await older.end()

    const present = commands('restored', env)
    await present.cli('restore', path)
    const holds = async (server: Server) => {
      const session = await server.signIn('owner@mail.example')
      expect(await answers(server, session, one)).toMatchObject({ ok: true })
      expect(await server.withKey(key, 'GET', `/v1/integrations/inbound/${connectorId}`)).toMatchObject({
        maker: { kind: 'API_KEY' },
        needsReview: true,
        active: true,
      })
      const listed = await server.inPortal(
        session,
        'GET',
        '/v1/suppressions/test-entries?filter[isUndecided]=true',
      )
      expect(listed.data).toMatchObject([{ recipient: { name: zoe.name } }])
    }
    await advance(present.data, env)
    const restored = await startServer(present, env)
    await holds(restored)
    await restored.end()

    const database = await newDatabase()
    await present.cli('move', '--to', database)
    const moved = { ...env, LETTERSHOP_DATABASE: database }
    const there = await startServer(commands('restored', moved), moved)
    await holds(there)
    await there.end()
    expect(printer.unsigned).toEqual([])
  }, 300_000)
})
