import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSettings } from '../../bin/cli/settings.ts'
import { openDatabase } from '../../bin/instance/database.ts'
import { lookFrom } from '../../bin/instance/examine/context.ts'
import { key as instanceKey } from '../../bin/instance/examine/examine-database.ts'
import { type Rotation, type RotationPoint, rotateKeys } from '../../bin/instance/keys/rotation.ts'
import { createCrypto } from '../../src/adapters/system/crypto.ts'
import { instanceKeyPath } from '../../src/adapters/system/instance-key.ts'
import { openSigner } from '../../src/adapters/system/signing-keys.ts'
import { seal, unseal } from '../../src/core/engine/sealed.ts'
import { everyone, type Store } from '../../src/core/ports/store.ts'
import { silentLog } from '../../src/core/ports/system.ts'
import { lettershop, lettershopJson, newKey, startServerProcess } from '../support/cli.ts'
import { request } from '../support/http.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
let folders = 0
const newFolder = (): string => {
  const path = join(folder, String(folders++))
  mkdirSync(path, { mode: 0o700 })
  return path
}
const hex = (byte: string) => byte.repeat(32)
const staged = (dataDir: string) => existsSync(`${instanceKeyPath(dataDir)}.next`)

/** Opens the folder like every start, and runs the callback with the key that it finds. */
const opened = async <T>(
  dataDir: string,
  env: NodeJS.ProcessEnv,
  look: (database: { store: Store; key: Uint8Array }) => Promise<T>,
): Promise<T> => {
  const settings = await readSettings(dataDir, {}, env)
  const { store, key } = await openDatabase(dataDir, settings, silentLog)
  try {
    return await look({ store, key })
  } finally {
    await store.close()
  }
}
const answer = new TextEncoder().encode('{"id":"itm_1"}')
const sealSomething = (dataDir: string, env: NodeJS.ProcessEnv) =>
  opened(dataDir, env, ({ store, key }) =>
    store.write((rows) =>
      rows.idempotency.insert({
        id: 'one',
        status: 200,
        leaseUntil: 0,
        record: seal({ crypto: createCrypto(key) }, 'idempotencyRecord', 'one', answer),
        expiresAt: Number.MAX_SAFE_INTEGER,
      }),
    ),
  )
const isReadable = (dataDir: string, env: NodeJS.ProcessEnv) =>
  opened(dataDir, env, async ({ store, key }) => {
    const row = await store.read((rows) => rows.idempotency.get(everyone, 'one'))
    const plain = unseal({ crypto: createCrypto(key) }, 'idempotencyRecord', 'one', row!.record)
    return plain !== undefined && Buffer.from(plain).equals(answer)
  })

/** Thrown at the point of the kill, after which nothing runs, not even cleanup. */
class Killed extends Error {}
const rotate = async (
  dataDir: string,
  env: NodeJS.ProcessEnv,
  rotation: Partial<Rotation> = {},
  killedAt?: RotationPoint,
) => {
  const settings = await readSettings(dataDir, {}, env)
  return opened(dataDir, env, (database) =>
    rotateKeys(
      { dataDir, settings, log: silentLog },
      database,
      { keys: 'both', toFile: false, ...rotation },
      (point) => {
        if (point === killedAt) throw new Killed()
      },
    ),
  )
}

describe('a rotation that is killed', () => {
  type Case = [RotationPoint, 'stays' | 'is new']
  test.each<Case>([
    ['staged', 'stays'],
    ['sealed', 'is new'],
    ['taken', 'is new'],
    ['signing', 'is new'],
  ])('after it has %s: the key %s, everything can be read, and it can be repeated', async (point, key) => {
    const dataDir = newFolder()
    await sealSomething(dataDir, {})
    const before = readFileSync(instanceKeyPath(dataDir))
    await expect(rotate(dataDir, {}, {}, point)).rejects.toThrow(Killed)
    const finding = await instanceKey(await lookFrom(dataDir))
    expect(finding.status).toBe(staged(dataDir) ? 'note' : 'fine')
    expect(await isReadable(dataDir, {})).toBe(true)
    expect(staged(dataDir)).toBe(false)
    expect(readFileSync(instanceKeyPath(dataDir)).equals(before)).toBe(key === 'stays')
    expect(await rotate(dataDir, {})).toMatchObject({ instanceKey: { values: 1, unreadable: 0 } })
    expect(await isReadable(dataDir, {})).toBe(true)
  })

  test.each<Case>([
    ['staged', 'stays'],
    ['sealed', 'is new'],
    ['taken', 'is new'],
  ])('from the environment to the file, after it has %s: the key %s', async (point, key) => {
    const dataDir = newFolder()
    const env = { LETTERSHOP_SECRET_KEY: hex('a1') }
    await sealSomething(dataDir, env)
    await expect(rotate(dataDir, env, { toFile: true }, point)).rejects.toThrow(Killed)
    if (key === 'stays') {
      expect(await isReadable(dataDir, env)).toBe(true)
    } else {
      await expect(isReadable(dataDir, env)).rejects.toThrow(
        /from before the rotation of .*remove LETTERSHOP_SECRET_KEY from the environment/,
      )
      expect(await isReadable(dataDir, {})).toBe(true)
    }
    expect(staged(dataDir)).toBe(false)
  })
})

describe('a key that comes from the environment', () => {
  const env = { LETTERSHOP_SECRET_KEY: hex('a1') }
  const next = { LETTERSHOP_SECRET_KEY: hex('b2') }
  const fileWith = (dataDir: string, text: string) => {
    const path = join(dataDir, 'next-key')
    writeFileSync(path, `${text}\n`)
    return path
  }

  test('is rotated to the key of a file, and no key remains in the folder', async () => {
    const dataDir = newFolder()
    await sealSomething(dataDir, env)
    const newKeyFile = fileWith(dataDir, hex('b2'))
    expect(await rotate(dataDir, env, { newKeyFile })).toMatchObject({
      instanceKey: { keptIn: 'environment', values: 1 },
    })
    expect(await isReadable(dataDir, next)).toBe(true)
    expect(existsSync(instanceKeyPath(dataDir))).toBe(false)
    await expect(isReadable(dataDir, env)).rejects.toThrow('Set LETTERSHOP_SECRET_KEY')
    await expect(isReadable(dataDir, { LETTERSHOP_SECRET_KEY: hex('c3') })).rejects.toThrow(
      'The database was created with another instance.key',
    )
  })

  test.each([
    ['without a new one', undefined, '--new-key-file'],
    ['with the same one', hex('a1'), 'holds the key that is in use'],
    ['with half a key', 'a1'.repeat(16), 'must be 32 bytes'],
  ])('is not rotated %s', async (_what, text, message) => {
    const dataDir = newFolder()
    await sealSomething(dataDir, env)
    const newKeyFile = text === undefined ? undefined : fileWith(dataDir, text)
    await expect(rotate(dataDir, env, { newKeyFile })).rejects.toThrow(message)
    expect(await isReadable(dataDir, env)).toBe(true)
  })
})

test('evidence signed before a rotation is verified with its own key', async () => {
  const dataDir = newFolder()
  await sealSomething(dataDir, {})
  const { key, signature } = (await openSigner(dataDir)).sign(answer)
  const report = await rotate(dataDir, {}, { keys: 'signing' })
  expect(report.instanceKey).toBeNull()
  const signer = await openSigner(dataDir)
  const [current, retired] = signer.keys()
  expect([current!.id, retired!.id]).toEqual([report.signingKey, key.id])
  const crypto = createCrypto(new Uint8Array(32))
  expect(crypto.verify(retired!.publicKey, answer, signature)).toBe(true)
  expect(signer.sign(answer).key.id).toBe(report.signingKey)
})

test('the command refuses to run while a server runs, and a repeated request gets its first answer after it', async () => {
  const data = newFolder()
  const server = await startServerProcess(['--data', data])
  const { id } = await lettershopJson(['org', 'create', '--name', 'Bakery', '--data', data])
  const key = await newKey(id, 'test', ['--data', data])
  const create = (url: string) =>
    request(`${url}/v1/advertising-categories`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': 'once',
      },
      body: JSON.stringify({ label: 'Bicycles' }),
    })
  const first = await create(server.url)
  expect(first.status).toBe(201)
  const refused = await lettershop(['secret', 'rotate', '--data', data])
  expect([refused.code, refused.stderr]).toEqual([11, expect.stringContaining('Stop it')])
  await server.end()
  expect(await lettershopJson(['secret', 'rotate', '--data', data])).toMatchObject({
    instanceKey: { values: 1, unreadable: 0, keptIn: 'file' },
    signingKey: expect.stringMatching(/^[0-9a-f]{16}$/),
  })
  const later = await startServerProcess(['--data', data])
  const repeat = await create(later.url)
  expect(repeat.headers.get('idempotency-replayed')).toBe('true')
  expect(repeat.body).toEqual(first.body)
  await later.end()
}, 120_000)
