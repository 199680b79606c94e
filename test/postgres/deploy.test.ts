import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, vi } from 'vitest'
import { lettershopJson, newKey, type ServerProcess, startServerProcess } from '../support/cli.ts'
import {
  type ComposeService,
  deployFolder,
  deploying,
  imageEnvironment,
  readCompose,
} from '../support/deploy.ts'
import { newDatabase } from '../support/postgres/database.ts'
import { proxiedName, type RunningProxy, startCaddy, startNginx, through } from '../support/proxies.ts'
import { zoe } from '../support/recipients.ts'
import { startS3rver } from '../support/s3/s3rver.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { itWithTools } from '../support/tools.ts'

const folder = temporaryFolder()
const servers = new Map<string, ServerProcess>()
const proxies: RunningProxy[] = []
let storage: Awaited<ReturnType<typeof startS3rver>> | undefined
let bucket = ''
afterAll(async () => {
  await Promise.all(proxies.map((proxy) => proxy.end()))
  await Promise.all([...servers.values()].map((server) => server.end('SIGKILL')))
  await storage?.close()
})

/** Runs the commands of docs/several-servers.md#docker-compose that need no Docker. */
const follow = (documentation: string) => {
  mkdirSync(join(folder, 'deploy'))
  const [, block] = /```\n(cd deploy\n.*?)```/s.exec(documentation)!
  const commands = block!.split('\n').filter((line) => !line.startsWith('docker '))
  execFileSync('bash', ['-euc', commands.join('\n')], { cwd: folder })
}

const secret = (name: string) => join(folder, 'deploy/secrets', name)
const { services, secrets } = readCompose(proxiedName)

/** Replaces the service `database` by the tests' PostgreSQL, if both sides know the password. */
const takeDatabase = async () => {
  const url = readFileSync(secret('database-url'), 'utf8').trim()
  const password = readFileSync(secret('database-password'), 'utf8').trim()
  const { POSTGRES_USER: user, POSTGRES_DB: name } = services.database!.environment
  expect(url).toBe(`postgres://${user}:${password}@database:5432/${name}`)
  rmSync(secret('database-url'))
  writeFileSync(secret('database-url'), await newDatabase())
}

/** Replaces the service `storage` by s3rver, if both sides know the key; returns the bucket's address. */
const takeStorage = async (): Promise<string> => {
  const variables = new Map(
    readFileSync(secret('garage.env'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split('=') as [string, string]),
  )
  const id = variables.get('GARAGE_DEFAULT_ACCESS_KEY')
  expect(readFileSync(secret('bucket'), 'utf8').trim()).toBe(
    `${id}:${variables.get('GARAGE_DEFAULT_SECRET_KEY')}`,
  )
  expect([id, variables.get('GARAGE_RPC_SECRET')]).toEqual([
    expect.stringMatching(/^GK[0-9a-f]{24}$/),
    expect.stringMatching(/^[0-9a-f]{64}$/),
  ])
  storage = await startS3rver(folder)
  const { accessKeyId, secretAccessKey } = storage.credentials
  rmSync(secret('bucket'))
  writeFileSync(secret('bucket'), `${accessKeyId}:${secretAccessKey}`)
  return storage.address('letters')
}

/** Returns the environment of a container for this machine, with its secrets and volumes in the folder. */
const environmentOf = ({ environment, volumes }: ComposeService): Record<string, string> => {
  const places = [
    ...Object.entries(secrets).map(([name, { file }]) => [`/run/secrets/${name}`, join('deploy', file)]),
    ...volumes.map((volume) => volume.split(':').toReversed()),
  ]
  const here = Object.entries({ ...imageEnvironment(), ...environment }).map(([name, value]) => {
    const place = places.find(([path]) => value === path || value.startsWith(`${path}/`))
    return [name, place ? join(folder, place[1]!, value.slice(place[0]!.length)) : value]
  })
  return {
    ...Object.fromEntries(here),
    LETTERSHOP_BLOBS: bucket,
    LETTERSHOP_HOST: '127.0.0.1',
    LETTERSHOP_TRUSTED_PROXIES: '127.0.0.1',
  }
}

/** Returns whether a container with this server would be healthy. */
const isHealthy = ({ port }: ServerProcess): boolean =>
  spawnSync(join(deployFolder, 'healthcheck.sh'), { env: { LETTERSHOP_PORT: String(port) } }).status === 0

/** Starts every server of the compose file at once, and both proxies in front of them. */
const start = async (): Promise<ServerProcess[]> => {
  const names = Object.keys(services).filter((name) => services[name]!.image.startsWith('lettershop:'))
  const begin = async (name: string) => {
    servers.set(name, await startServerProcess([], environmentOf(services[name]!)))
  }
  await Promise.all(names.map(begin))
  const upstreams = services.caddy!.environment.SERVERS!.split(' ')
  expect(upstreams).toEqual(names.map((name) => `${name}:${imageEnvironment().LETTERSHOP_PORT}`))
  const started = names.map((name) => servers.get(name)!)
  const ports = started.map(({ port }) => port)
  proxies.push(...(await Promise.all([startCaddy(...ports), startNginx(...ports)])))
  return started
}

/** Creates a client program that creates items through the proxies and counts them. */
const newProgram = async () => {
  const env = environmentOf(services['server-2']!)
  const organisation = await lettershopJson(['org', 'create', '--name', 'Deployed'], env)
  // More than a fast machine creates while a server shuts down.
  await lettershopJson(['org', 'limits', organisation.id, '--set', 'itemCreate=1000000'], env)
  const { postflows } = await lettershopJson(['seed', '--org', organisation.id], env)
  const postflowId = postflows.find(({ mode }: { mode: string }) => mode === 'test').id
  const headersOf = async () => {
    const key = await newKey(organisation.id, 'test', [], env)
    return { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  }
  // A proxy chooses the server by the key, so several keys reach both servers.
  const all = await Promise.all([1, 2, 3, 4, 5, 6].map(headersOf))
  const headers = all[0]!
  let created = 0
  const newItem = (headers: Record<string, string>) => {
    const recipient = { ...zoe, houseNumber: String(++created) }
    return {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': `item-${created}` },
      body: JSON.stringify({ postflowId, recipient, data: { firstName: 'Zoë' } }),
    }
  }
  return {
    created: () => created,
    async count(proxy: RunningProxy): Promise<number> {
      const { status, text } = await through(proxy, '/v1/items?include=total', { headers })
      expect(status, text).toBe(200)
      return JSON.parse(text).totalCount
    },
    /** Creates an item. Retries if the proxy reports that no server has answered. */
    async create(proxy: RunningProxy): Promise<void> {
      const request = newItem(headers)
      const answered = async () => {
        const { status, text } = await through(proxy, '/v1/items', request)
        return status === 502 || status === 503 ? undefined : { status, text }
      }
      const { status, text } = (await vi.waitUntil(answered, { timeout: 100_000 }))!
      expect(status, text).toBe(201)
      expect(new URL(JSON.parse(text).tracking.url).origin).toBe(`https://${proxiedName}`)
    },
    /** Creates an item with each of the keys, without retries. */
    async createEach(proxy: RunningProxy): Promise<void> {
      const answers = await Promise.all(all.map((one) => through(proxy, '/v1/items', newItem(one))))
      expect(answers.map(({ status }) => status)).toEqual(all.map(() => 201))
    },
  }
}

itWithTools(
  ['caddy', 'nginx'],
  'compose’s servers answer behind their proxy, also when one is killed',
  async () => {
    follow(deploying())
    await takeDatabase()
    bucket = await takeStorage()
    const [restarted, second] = (await start()) as [ServerProcess, ServerProcess]
    expect([restarted, second].map(isHealthy)).toEqual([true, true])
    const program = await newProgram()
    for (const proxy of proxies) await program.create(proxy)

    // A server that shuts down gets no more calls before it ends, so that none fails.
    const ended = restarted.end('SIGTERM')
    let isOver = false
    const over = () => {
      isOver = true
    }
    ended.then(over, over)
    while (!isOver) await program.createEach(proxies[0]!)
    expect(await ended).toMatchObject({ code: 0 })
    const first = await startServerProcess([], environmentOf(services['server-1']!), restarted.port)
    servers.set('server-1', first)

    await first.end('SIGKILL')
    expect([first, second].map(isHealthy)).toEqual([false, true])
    for (const proxy of proxies) {
      // Twice, because either server may get the first request.
      for (const _ of [1, 2]) expect(await program.count(proxy)).toBe(program.created())
      for (const _ of [1, 2]) await program.create(proxy)
      expect(await program.count(proxy)).toBe(program.created())
    }
    // A recreated container starts with an empty data folder.
    const { LETTERSHOP_DATA: data } = environmentOf(services['server-1']!)
    rmSync(data!, { recursive: true })
    const recreated = await startServerProcess([], environmentOf(services['server-1']!), first.port)
    servers.set('server-1', recreated)
    expect(isHealthy(recreated)).toBe(true)
    expect(await second.end('SIGTERM')).toMatchObject({ code: 0 })
    expect(isHealthy(second)).toBe(false)
    for (const proxy of proxies) {
      await program.create(proxy)
      expect(await program.count(proxy)).toBe(program.created())
    }
    expect(await recreated.end('SIGTERM')).toMatchObject({ code: 0 })
  },
  300_000,
)
