/**
 * Tests the executable's protection against server-side request forgery: every target of
 * `test/support/hostile-targets.ts` must be refused when an endpoint is created and again when a delivery is
 * sent. A real listener on this machine must get no connection.
 * `node scripts/webhook-targets-executable.ts [dist/lettershop]`
 */
import { execFileSync, spawn } from 'node:child_process'
import { lookup } from 'node:dns/promises'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { endWithUs } from '../test/support/end-with-us.ts'
import { hostileHosts, hostileUrls, namesOfThisMachine } from '../test/support/hostile-targets.ts'

const program = resolve(process.argv[2] ?? join(import.meta.dirname, '../dist/lettershop'))
const data = mkdtempSync(join(tmpdir(), 'lettershop-targets-'))
const endpointsPerOrganisation = 20

const fail = (what: string): never => {
  throw new Error(`The executable: ${what}`)
}

/** The local addresses at which the listener got a connection; it listens on all of IPv4 and IPv6. */
const seen: string[] = []
const listener = createServer((socket) => {
  seen.push(`${socket.localAddress}`)
  socket.on('error', () => {})
  socket.end()
})
await new Promise<void>((listening) => listener.listen(0, '::', listening))
const { port } = listener.address() as AddressInfo

interface Target {
  url: string
  key: string
  id?: string
}
interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the answer of any operation
  body: any
}

const run = (...args: string[]) =>
  JSON.parse(execFileSync(program, [...args, '--data', data, '--json'], { encoding: 'utf8' }))

const newKey = (organisation: string): string => {
  const { id } = run('org', 'create', '--name', organisation)
  return run('key', 'create', '--org', id, '--mode', 'live', '--scopes', 'all').key
}

/** Runs a server with these flags until the work is done. */
const withServer = async <T>(
  flags: string[],
  work: (call: (key: string, path: string, body?: object) => Promise<Answer>) => Promise<T>,
): Promise<T> => {
  const server = endWithUs(
    spawn(program, ['serve', '--port', '0', '--data', data, '--json', ...flags], {
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  )
  const ended = new Promise((done) => server.once('exit', done))
  try {
    const line = await new Promise<string>((resolve, reject) => {
      server.stdout.once('data', (chunk) => resolve(String(chunk)))
      ended.then(() => reject(new Error('The executable: serve exited before it listened')))
    })
    const { url } = JSON.parse(line) as { url: string }
    return await work(async (key, path, body) => {
      const response = await fetch(`${url}/v1${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      return { status: response.status, body: await response.json() }
    })
  } finally {
    server.kill('SIGTERM')
    await ended
  }
}

/** Sends a test event to an endpoint and returns the first attempt of its delivery. */
const attemptOf = async (
  call: (key: string, path: string, body?: object) => Promise<Answer>,
  { key, id }: Target,
) => {
  await call(key, `/webhooks/${id}/test`, {})
  const until = Date.now() + 15_000
  for (;;) {
    const { body } = await call(key, `/webhooks/${id}/deliveries?limit=1`)
    const [attempt] = body.data[0].attempts
    if (attempt) return attempt as { error: string | null; detail: string }
    if (Date.now() > until) fail('a delivery is not attempted')
    await new Promise((done) => setTimeout(done, 20))
  }
}

const create = (call: (key: string, path: string, body?: object) => Promise<Answer>, { key, url }: Target) =>
  call(key, '/webhooks', { url, events: ['template.published'] })

try {
  const literals = [...hostileHosts.map((host) => `https://${host}:${port}/`), ...hostileUrls(port)]
  const names: string[] = []
  for (const name of [...namesOfThisMachine, hostname()]) {
    const addresses = await lookup(name, { all: true }).catch(() => [])
    if (addresses.length > 0 && name !== 'localhost') names.push(name)
  }
  const keys: string[] = []
  const targets: Target[] = literals.map((url) => ({ url, key: '' }))

  await withServer([], async (call) => {
    for (const [place, target] of targets.entries()) {
      if (place % endpointsPerOrganisation === 0) keys.push(newKey(`Targets ${keys.length}`))
      target.key = keys.at(-1)!
      const { status, body } = await create(call, target)
      if (status !== 422 || body.errors[0].parameter !== 'url') {
        fail(`an endpoint at ${JSON.stringify(target.url)} is answered with ${status}`)
      }
    }
  })

  // Creates the endpoints on a server that allows all addresses. It still refuses URLs that are invalid.
  const made = await withServer(
    ['--allow-insecure-webhooks', '--webhook-allow', '0.0.0.0/0,::/0'],
    async (call) => {
      for (const target of targets) {
        const { status, body } = await create(call, target)
        if (status === 201) target.id = body.id
        else if (status !== 422) fail(`${JSON.stringify(target.url)} is answered with ${status}`)
      }
      return targets.filter(({ id }) => id !== undefined)
    },
  )
  if (made.length < 80) fail(`only ${made.length} targets could be tried at delivery`)

  await withServer([], async (call) => {
    // Tries the targets of a key one by one, to stay within its rate limit.
    const oneByOne = async (key: string) => {
      for (const target of made) {
        if (target.key !== key) continue
        const attempt = await attemptOf(call, target)
        if (attempt.error !== 'address_refused') {
          fail(`a delivery to ${JSON.stringify(target.url)} ended as ${attempt.error ?? 'an answer'}`)
        }
      }
    }
    await Promise.all(keys.map(oneByOne))
    const key = newKey('Names')
    for (const name of names) {
      const target: Target = { url: `https://${name}:${port}/`, key }
      // The addresses of a name are checked when the connection is opened.
      const { status, body } = await create(call, target)
      if (status !== 201) fail(`an endpoint at the name ${name} is answered with ${status}`)
      const attempt = await attemptOf(call, { ...target, id: body.id })
      if (attempt.error !== 'address_refused' || !attempt.detail.includes('resolves to')) {
        fail(`a delivery to the name ${name} ended as ${attempt.error}: ${attempt.detail}`)
      }
    }
  })
  if (seen.length > 0) fail(`the listener was reached at ${seen.join(', ')}`)

  // The listener is reached if its address is allowed, which proves that it notices connections.
  await withServer(['--webhook-allow', '127.0.0.0/8,::1/128'], async (call) => {
    for (const host of ['127.0.0.1', '[::1]']) {
      const target = made.find(({ url }) => url === `https://${host}:${port}/`)!
      await attemptOf(call, target)
    }
  })
  if (seen.length < 2) fail('the listener is not reached although it is allowed')
  console.log(
    `Address guard: ${literals.length} targets refused at creation, ${made.length} again at delivery, names of this machine: ${names.join(', ') || 'none to try'}; the listener saw nothing.`,
  )
} finally {
  listener.close()
  rmSync(data, { recursive: true, force: true })
}
