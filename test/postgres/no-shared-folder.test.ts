import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startReceiver } from '../../examples/support/receiver.ts'
import { verifyEd25519 } from '../../src/adapters/system/ed25519.ts'
import { canonicalJson } from '../../src/core/kernel/json.ts'
import { lettershop, type ServerProcess, startServerProcess } from '../support/cli.ts'
import { eventually, type Instance, instanceOn, startInstance } from '../support/instance.ts'
import { newDatabase } from '../support/postgres/database.ts'
import { foundIn } from '../support/printer-folder.ts'
import { startTestS3 } from '../support/s3/server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
const servers: ServerProcess[] = []
afterAll(async () => {
  await Promise.all(servers.map(({ end }) => end('SIGKILL')))
})

const [s3, receiver, database] = await Promise.all([startTestS3(), startReceiver(), newDatabase()])
const fileWith = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, `${text}\n`)
  return path
}
/** The printer's share, mounted by each server. */
const share = join(folder, 'share')
mkdirSync(share)
/** The environment of every server; they share nothing else. */
const env = {
  LETTERSHOP_DATABASE: database,
  LETTERSHOP_BLOBS: s3.address('shop'),
  LETTERSHOP_BLOBS_CREDENTIALS: `${s3.keys.accessKeyId}:${s3.keys.secretAccessKey}`,
  LETTERSHOP_SECRET_KEY_FILE: fileWith('secret-key', 'a1'.repeat(32)),
  LETTERSHOP_SIGNING_KEY_FILE: fileWith('signing-key', 'b2'.repeat(32)),
  LETTERSHOP_BASE_URL: 'http://mail.example',
  LETTERSHOP_PRINT_FOLDER: share,
  LETTERSHOP_ALLOW_INSECURE_WEBHOOKS: 'true',
}
const folderOf = (name: string) => join(folder, name)
const started = async (name: string): Promise<ServerProcess> => {
  const server = await startServerProcess(['--data', folderOf(name)], env)
  servers.push(server)
  return server
}

const got = async (shop: Instance, path: string) => {
  const { status, text, body } = await shop.send('live', 'GET', path)
  expect(status, `${path}: ${text}`).toBe(200)
  return body
}

/** Renders an item on one server, and fetches the pages from both. */
const previewed = async (first: Instance, other: Instance, itemId: string): Promise<void> => {
  const { status, body, text } = await first.send('live', 'POST', '/v1/renders', { itemId })
  expect(status, text).toBe(202)
  await eventually(async () => (await got(other, `/v1/renders/${body.id}`)).status === 'READY')
  const pages = await Promise.all([first, other].map((shop) => got(shop, `/v1/renders/${body.id}/file`)))
  expect(pages[0]).toEqual(pages[1])
}

/** Closes the live run by a command in one server's folder; either server may hand it over. */
const printed = async ({ cli }: Instance): Promise<void> => {
  const [{ id }] = await cli('run', 'list', '--mode', 'live', '--status', 'open')
  await cli('run', 'close', id)
  await eventually(async () => (await cli('run', 'show', id)).status === 'HANDED_TO_PRINTER')
  expect(foundIn(share)).toContain(id)
}

/** Verifies one server's evidence with the keys that another publishes. */
const isProved = async (signing: Instance, publishing: Instance, itemId: string): Promise<boolean> => {
  const { evidence, signature } = await got(signing, `/v1/items/${itemId}/evidence`)
  const { data } = await got(publishing, '/v1/meta/signing-keys')
  const known = data.find(({ id }: { id: string }) => id === signature.keyId)
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64'))
  const signed = new TextEncoder().encode(canonicalJson(evidence))
  return verifyEd25519(bytes(known.publicKey), signed, bytes(signature.value))
}

const received = (itemId: string, type: string): Promise<unknown> =>
  eventually(async () =>
    receiver.envelopes.some((envelope) => envelope.type === type && envelope.data.item?.id === itemId),
  )

test('two servers that share a database and a bucket but no folder are one instance, and either may lose its folder', async () => {
  // Both start at the same moment on an empty database.
  const [one, second] = await Promise.all([startInstance(folderOf('one'), [], env), started('two')])
  servers.push(one.server)
  const two = instanceOn(folderOf('two'), second, one)
  const hook = await one.send('live', 'POST', '/v1/webhooks', { url: receiver.url, events: ['*'] })
  receiver.setSecret(hook.body.secret)

  const { body: first } = await one.post('live', 'made by the first')
  await previewed(two, one, first.id)
  await received(first.id, 'item.scheduled')
  await printed(two)
  await received(first.id, 'item.in_production')
  expect(await isProved(one, two, first.id)).toBe(true)

  await one.server.end('SIGKILL')
  rmSync(folderOf('one'), { recursive: true })
  const restarted = instanceOn(folderOf('one'), await started('one'), one)
  expect((await got(restarted, `/v1/items/${first.id}`)).status).toBe('IN_PRODUCTION')
  const { body: next } = await two.post('live', 'made while the other was away')
  await previewed(restarted, two, next.id)
  await printed(restarted)
  await received(next.id, 'item.in_production')
  expect(await isProved(restarted, two, first.id)).toBe(true)
  expect(receiver.refused).toEqual([])

  const kept = ['one', 'two'].flatMap((name) => readdirSync(folderOf(name)))
  expect(kept.filter((name) => /\.key|signing|^blobs$|^printer$|\.db$/.test(name))).toEqual([
    'lock.db',
    'lock.db',
  ])
  const { code, stdout } = await lettershop(['doctor', '--data', folderOf('two')], env)
  expect([code, stdout.match(/^WRONG.*/gm)]).toEqual([0, null])
})

test('a printer without a configured folder reports that, even if it accepted runs before, until one is configured', async () => {
  const data = folderOf('three')
  const healthWith = async (given: Record<string, string>) => {
    const server = await startServerProcess(['--data', data], { ...env, ...given })
    servers.push(server)
    const { stdout } = await lettershop(['printer', 'list', '--data', data, '--json'], env)
    await server.end()
    return JSON.parse(stdout).find(({ key }: { key: string }) => key === 'default').health
  }
  expect(await healthWith({})).toMatchObject({ ok: true, detail: 'It accepted the last package.' })
  expect(await healthWith({ LETTERSHOP_PRINT_FOLDER: '' })).toMatchObject({
    ok: false,
    detail: expect.stringMatching(/^No folder is configured for this printer\. .*--print-folder/),
  })
  expect(await healthWith({})).toMatchObject({ ok: true, detail: `${share} exists and is writable.` })
})

test('commands need no data folder if rows, files and keys are in the environment, and one otherwise', async () => {
  const ask = (name: string, given: Record<string, string> = {}) =>
    lettershop(['org', 'list', '--data', folderOf(name), '--json'], { ...env, ...given })
  expect(await ask('new')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\[/) })
  const moved = ['move', '--to', 'folder', '--data', folderOf('new-too')]
  expect((await lettershop(moved, env)).stderr).not.toContain('There is no data folder')
  for (const lacking of ['LETTERSHOP_BLOBS', 'LETTERSHOP_SECRET_KEY_FILE', 'LETTERSHOP_SIGNING_KEY_FILE']) {
    const { code, stderr } = await ask('missing', { [lacking]: '' })
    expect([lacking, code, stderr]).toEqual([lacking, 10, expect.stringContaining('There is no data folder')])
  }
})

test.each<[string, Record<string, string>, string]>([
  [
    'without the instance key',
    { LETTERSHOP_SECRET_KEY_FILE: '' },
    'an instance key that this server does not have',
  ],
  [
    'with another instance key',
    { LETTERSHOP_SECRET_KEY: 'c3'.repeat(32) },
    'created with another instance.key',
  ],
  [
    'without the signing key',
    { LETTERSHOP_SIGNING_KEY_FILE: '' },
    'which this server does not have: set LETTERSHOP_SIGNING_KEY',
  ],
  [
    'with another signing key',
    { LETTERSHOP_SIGNING_KEY: 'c3'.repeat(32) },
    'and LETTERSHOP_SIGNING_KEY holds',
  ],
])('a server %s does not start', async (what, other, message) => {
  const data = folderOf(what.replaceAll(' ', '-'))
  const { code, stderr } = await lettershop(['serve', '--port', '0', '--data', data], { ...env, ...other })
  expect([code, stderr]).toEqual([15, expect.stringContaining(message)])
})

test.each<[string, Record<string, string>, RegExp]>([
  ['another instance key', { LETTERSHOP_SECRET_KEY: 'c3'.repeat(32) }, /^WRONG +instance key +the key from/m],
  [
    'another bucket',
    { LETTERSHOP_BLOBS: s3.address('other') },
    /^WRONG +blobs +The files of this instance are in s3:\S+\/shop\/, and s3:\S+\/other\/ has none of them/m,
  ],
  [
    'no bucket',
    { LETTERSHOP_BLOBS: '' },
    /^WRONG +blobs +The files of this instance are in s3:\S+\/shop\/\. Set --blobs/m,
  ],
  ['no printer’s folder', { LETTERSHOP_PRINT_FOLDER: '' }, /^note +printer +No folder is configured/m],
  ['a folder that it lacks', { LETTERSHOP_PRINT_FOLDER: `${share}-2` }, /^ok +printer .*-2 is created/m],
])('doctor reports that a server has %s', async (_what, other, message) => {
  const { stdout } = await lettershop(['doctor', '--data', folderOf('two')], { ...env, ...other })
  expect(stdout).toMatch(message)
})
