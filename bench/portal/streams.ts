import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { lettershopJson, newKey, type ServerProcess, startServerProcess } from '../../test/support/cli.ts'
import { endWithUs } from '../../test/support/end-with-us.ts'
import { jsonRequest, load } from '../support/load.ts'
import { median, ratiosOf } from '../support/measured.ts'
import { report } from './report.ts'

const streams = 200
const perUser = 20
const connections = 16
const password = 'correct horse battery'
const root = join(import.meta.dirname, '../..')

type Database = 'SQLite' | 'PostgreSQL'

/** Measures item creations per second with and without two hundred listening pages, in alternation. */
export const measureStreams = async (database: Database, rounds: number): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'lettershop-streams-'))
  const postgres = database === 'PostgreSQL' ? await startPostgres() : undefined
  const env = {
    LETTERSHOP_DATA: join(folder, 'data'),
    ...(postgres ? { LETTERSHOP_DATABASE: postgres.url } : {}),
  }
  const server = await startServerProcess([], env)
  const { organisationId, create } = await newSender(server, env)
  const sessions = await signIn(server, organisationId, folder, env)
  const rates = { alone: [] as number[], together: [] as number[] }
  const received: number[] = []
  await create(500)
  for (let round = 0; round < rounds; round++) {
    rates.alone.push(await create(2_000))
    const listeners = await listen(server, organisationId, sessions)
    rates.together.push(await create(2_000))
    received.push(await listeners.close())
  }
  const figure = {
    ...{ unit: 'a second', values: rates.together, aim: { atLeast: 0.9, of: 'ratio' as const } },
    comparedWith: { name: 'no open stream', values: rates.alone },
  }
  const ratios = ratiosOf(figure)
  report(
    `item creation on ${database} with ${streams} open streams, of what it is without`,
    `${median(ratios).toFixed(2)} (${ratios.map((one) => one.toFixed(2)).join(', ')})`,
    'at least 0.9',
    { ...figure, what: `items created on ${database} with ${streams} open streams` },
  )
  report('  frames received by the streams in a round', received.join(', '), '–')
  await server.end()
  await postgres?.close()
  rmSync(folder, { recursive: true, force: true })
}

const startPostgres = async () => {
  const host = endWithUs(
    spawn(process.execPath, [join(root, 'test/support/postgres/host.ts')], {
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  )
  const address = String((await once(host.stdout!, 'data'))[0]).trim()
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  await client.query(`create database bench template template0 encoding 'UTF8'`)
  await client.end()
  const close = async () => {
    host.stdin!.end()
    await once(host, 'exit')
  }
  return { url: address.replace(/[^/]*$/, 'bench'), close }
}

/**
 * Creates an organisation. Returns its id, and a function that creates items and returns the rate per second.
 */
const newSender = async (server: ServerProcess, env: NodeJS.ProcessEnv) => {
  const { id } = await lettershopJson(['org', 'create', '--name', 'Bench'], env)
  const { postflows } = await lettershopJson(['seed', '--org', id], env)
  await lettershopJson(['org', 'limits', id, '--set', 'itemCreate=1000000,general=1000000'], env)
  const { id: postflowId } = postflows.find(({ mode }: { mode: string }) => mode === 'test')
  const headers = { Authorization: `Bearer ${await newKey(id, 'test', [], env)}` }
  const examples = JSON.parse(readFileSync(join(root, 'examples/recipients.json'), 'utf8')) as {
    expect: string
    recipient: Record<string, string>
    data: Record<string, string>
  }[]
  const requests = examples
    .filter(({ expect }) => expect === 'printed')
    .map(({ recipient, data }) => jsonRequest('POST', '/v1/items', { postflowId, recipient, data }, headers))
  const create = async (count: number): Promise<number> => {
    const { requestsPerSecond, unexpected } = await load({
      port: server.port,
      connections,
      requests: count,
      warmUp: 200,
      expectStatus: 201,
      request: (n) => requests[n % requests.length]!,
    })
    if (Object.keys(unexpected).length > 0) throw new Error(`Refused: ${JSON.stringify(unexpected)}`)
    return requestsPerSecond
  }
  return { organisationId: id as string, create }
}

/** Creates and signs in enough users for the streams. Returns their cookies. */
const signIn = async (
  server: ServerProcess,
  organisationId: string,
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<string[]> => {
  const file = join(folder, 'password')
  writeFileSync(file, password)
  const cookies: string[] = []
  for (let n = 0; n < streams / perUser; n++) {
    const email = `person${n}@example.com`
    await lettershopJson(
      [
        'user',
        'create',
        '--email',
        email,
        '--org',
        organisationId,
        '--role',
        'admin',
        '--password-file',
        file,
      ],
      env,
    )
    const answer = await fetch(`${server.url}/v1/session`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-CSRF-Protection': '1' },
      body: JSON.stringify({ email, password }),
    })
    if (!answer.ok) throw new Error(await answer.text())
    cookies.push(answer.headers.get('set-cookie')!.split(';')[0]!)
  }
  return cookies
}

/** Opens the streams in a separate process, like pages; `close` returns the number of received frames. */
const listen = async (server: ServerProcess, organisationId: string, cookies: readonly string[]) => {
  const child = endWithUs(
    spawn(process.execPath, [join(import.meta.dirname, 'listeners.ts')], {
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  )
  child.stdin!.write(`${JSON.stringify({ port: server.port, organisationId, cookies, perUser })}\n`)
  const [opened] = await once(child.stdout!, 'data')
  if (String(opened).trim() !== String(streams)) throw new Error(`Opened ${opened}`)
  return {
    async close(): Promise<number> {
      child.stdin!.end()
      const [frames] = await once(child.stdout!, 'data')
      await once(child, 'exit')
      return Number(frames)
    },
  }
}
