import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { office } from '../../examples/support/organisation.ts'
import { lettershopJson, newKey, type ServerProcess, startServerProcess } from './cli.ts'
import { type HttpResponse, request } from './http.ts'
import { liveTarget, sellerFlags } from './ready-for-live.ts'
import { zoe } from './recipients.ts'

/** A real server process on a data folder, with an organisation that can send mail in both modes. */
export interface Instance {
  data: string
  server: ServerProcess
  organisationId: string
  keys: { live: string; test: string }
  postflows: { live: string; test: string }
  /** The environment of the server and of commands. */
  env: NodeJS.ProcessEnv
  send(
    mode: 'live' | 'test',
    method: string,
    path: string,
    body?: unknown,
    key?: string,
  ): Promise<HttpResponse>
  /** Posts an item to the seeded Postflow; `key` is its idempotency key. */
  post(mode: 'live' | 'test', reference: string, key?: string): Promise<HttpResponse>
  /** Uploads a file in live mode. */
  upload(kind: string, bytes: Uint8Array<ArrayBuffer>): Promise<HttpResponse>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any result
  cli(...args: string[]): Promise<any>
}

/** Returns an instance with a known organisation and its keys, on another folder or server. */
export const instanceOn = (
  data: string,
  server: ServerProcess,
  known: Pick<Instance, 'organisationId' | 'keys' | 'postflows'> & Partial<Pick<Instance, 'env'>>,
): Instance => {
  const { env = {} } = known
  const send: Instance['send'] = (mode, method, path, body, key) =>
    request(server.url + path, {
      method,
      headers: {
        authorization: `Bearer ${known.keys[mode]}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  return {
    ...known,
    env,
    data,
    server,
    send,
    post: (mode, reference, key) => {
      const item = { postflowId: known.postflows[mode], recipient: zoe, data: { firstName: 'Zoë' } }
      return send(mode, 'POST', '/v1/items', { ...item, reference }, key)
    },
    upload: (kind, body) => {
      const headers = { authorization: `Bearer ${known.keys.live}` }
      return request(`${server.url}/v1/uploads?kind=${kind}&name=file`, { method: 'POST', headers, body })
    },
    cli: (...args) => lettershopJson([...args, '--data', data], env),
  }
}

/**
 * Adds settings to `config.json` in a data folder, where every process that starts on the folder reads them.
 * Syncs the file to disk, because some tests make the disk fail afterwards.
 */
export const setInFolder = (data: string, settings: Readonly<Record<string, unknown>>): void => {
  mkdirSync(data, { recursive: true, mode: 0o700 })
  const path = join(data, 'config.json')
  const before = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  writeFileSync(path, JSON.stringify({ ...before, ...settings }), { flush: true })
}

/**
 * Starts an instance that can send live mail: it has a balance, a public base URL, and a return
 * address.
 */
export const startInstance = async (
  data: string,
  flags: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<Instance> => {
  setInFolder(data, { baseUrl: 'http://mail.example' })
  const server = await startServerProcess(['--data', data, ...flags], env)
  const cli = (...args: string[]) => lettershopJson([...args, '--data', data], env)
  const { id } = await cli('org', 'create', '--name', 'Bakery')
  await cli('billing', 'seller', ...sellerFlags)
  await cli('billing', 'top-up', '--org', id, '--amount-cents', '1000000')
  await cli('org', 'limits', id, '--set', 'itemCreate=100000,general=100000')
  const keyOf = (mode: string) => newKey(id, mode, ['--data', data], env)
  const keys = { live: await keyOf('live'), test: await keyOf('test') }
  await request(`${server.url}/v1/organisation/return-addresses`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.live}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Office', address: office }),
  })
  await cli('seed', '--org', id, '--tracking-target-url', liveTarget.trackingTargetUrl)
  const postflowOf = async (key: string): Promise<string> =>
    (
      await request(`${server.url}/v1/postflows?filter[status]=ACTIVE`, {
        headers: { authorization: `Bearer ${key}` },
      })
    ).body.data[0].id
  const postflows = { live: await postflowOf(keys.live), test: await postflowOf(keys.test) }
  return instanceOn(data, server, { organisationId: id, keys, postflows, env })
}

/** The deadline of a condition that is expected to hold: far more than the slowest machine needs. */
const patienceMs = 100_000

/** Polls until `look` returns a truthy value, and returns that. Throws after the deadline. */
export const eventually = async <T>(look: () => Promise<T | undefined | false>): Promise<T> => {
  const until = performance.now() + patienceMs
  for (;;) {
    const found = await look()
    if (found) return found
    if (performance.now() > until) throw new Error('It never came true.')
    await new Promise((wake) => setTimeout(wake, 50))
  }
}

/** Waits until the reason of a run contains `why`, and returns the run. */
export const runThatWaits = ({ cli }: Instance, id: string, why: string) =>
  eventually(async () => {
    const run = await cli('run', 'show', id)
    return run.reason?.includes(why) && run
  })

/** Returns the answers about each item: the item itself and its history. */
export const answersAbout = async (instance: Instance, mode: 'live' | 'test', ids: readonly string[]) => {
  const answers: Record<string, unknown> = {}
  for (const id of ids) {
    const path = `/v1/items/${id}`
    answers[id] = [
      (await instance.send(mode, 'GET', path)).body,
      (await instance.send(mode, 'GET', `${path}/history`)).body,
    ]
  }
  return answers
}
