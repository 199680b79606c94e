import { chmodSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createCrypto } from '../../src/adapters/system/crypto.ts'
import {
  createInstanceKey,
  instanceKeyPath,
  parseSecretKey,
  readInstanceKey,
  readSecretKeyFile,
} from '../../src/adapters/system/instance-key.ts'
import { cryptoContract } from '../contract/crypto.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

cryptoContract('system', createCrypto)

it.each([0, 16, 31, 33])('rejects an instance key of %i bytes', (length) => {
  expect(() => createCrypto(new Uint8Array(length))).toThrow('32 bytes')
})

const folder = temporaryFolder()
const newFolder = () => mkdtempSync(join(folder, 'data-'))

describe('the instance key', () => {
  it('is created once, atomically, for its owner only', async () => {
    const dataDir = newFolder()
    expect(await readInstanceKey(dataDir)).toBeUndefined()
    const key = await createInstanceKey(dataDir)
    expect(key.length).toBe(32)
    expect(new Uint8Array(readFileSync(instanceKeyPath(dataDir)))).toEqual(key)
    expect(statSync(instanceKeyPath(dataDir)).mode & 0o777).toBe(0o600)
    expect(await readInstanceKey(dataDir)).toEqual(key)
    expect(await createInstanceKey(dataDir)).toEqual(key)
    expect(readdirSync(dataDir)).toEqual(['instance.key'])
  })

  it('is a single key, even if created concurrently', async () => {
    const dataDir = newFolder()
    const keys = await Promise.all(Array.from({ length: 20 }, () => createInstanceKey(dataDir)))
    expect(new Set(keys.map(String)).size).toBe(1)
    expect(readdirSync(dataDir)).toEqual(['instance.key'])
  })

  it('gets private permissions if a restore left it readable', async () => {
    const dataDir = newFolder()
    await createInstanceKey(dataDir)
    chmodSync(instanceKeyPath(dataDir), 0o644)
    await readInstanceKey(dataDir)
    expect(statSync(instanceKeyPath(dataDir)).mode & 0o777).toBe(0o600)
  })

  it.each([0, 31, 64])('is reported as damaged with %i bytes, and not replaced', async (length) => {
    const dataDir = newFolder()
    writeFileSync(instanceKeyPath(dataDir), Buffer.alloc(length))
    await expect(readInstanceKey(dataDir)).rejects.toThrow(`damaged: it holds ${length} bytes`)
    await expect(createInstanceKey(dataDir)).rejects.toThrow('damaged')
    expect(statSync(instanceKeyPath(dataDir)).size).toBe(length)
  })

  it('is not created in a folder that does not exist', async () => {
    await expect(createInstanceKey(join(newFolder(), 'missing'))).rejects.toThrow('ENOENT')
  })
})

describe('a secret key from outside', () => {
  const key = Uint8Array.from({ length: 32 }, (_, index) => 255 - index * 5)
  const text = (encoding: BufferEncoding) => Buffer.from(key).toString(encoding)

  it.each([
    text('hex'),
    text('hex').toUpperCase(),
    text('base64'),
    text('base64url'),
    ` ${text('base64')}\n`,
  ])('is parsed from %j', async (value) => {
    expect(parseSecretKey(value)).toEqual(key)
    const path = join(newFolder(), 'key')
    writeFileSync(path, value)
    expect(await readSecretKeyFile(path)).toEqual(key)
  })

  it('is read from a file of 32 raw bytes', async () => {
    const path = join(newFolder(), 'key')
    writeFileSync(path, key)
    expect(await readSecretKeyFile(path)).toEqual(key)
  })

  it.each([
    '',
    'password',
    text('hex').slice(2),
    text('hex').slice(0, 32),
    'correct horse battery staple ok!',
    'z'.repeat(64),
  ])('is refused as %j without repeating it', async (value) => {
    const path = join(newFolder(), 'key')
    writeFileSync(path, value)
    expect(() => parseSecretKey(value)).toThrow('LETTERSHOP_SECRET_KEY must be 32 bytes')
    const refusal = await readSecretKeyFile(path).catch((error: Error) => error)
    expect(refusal).toBeInstanceOf(Error)
    expect((refusal as Error).message).toContain(`${path} must be 32 bytes`)
    if (value) expect((refusal as Error).message).not.toContain(value)
  })
})
