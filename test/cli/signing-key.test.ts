import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSettings } from '../../bin/cli/settings.ts'
import { noteSigningKey, openInstanceSigner } from '../../bin/instance/keys/signer.ts'
import { createMemoryStore } from '../../src/adapters/memory/store.ts'
import { verifyEd25519 } from '../../src/adapters/system/ed25519.ts'
import {
  openSigner,
  parseSigningKey,
  signingKeyOf,
  signingKeyPath,
} from '../../src/adapters/system/signing-keys.ts'
import type { Store } from '../../src/core/ports/store.ts'
import { silentLog } from '../../src/core/ports/system.ts'
import { lettershop, lettershopJson } from '../support/cli.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
const newFolder = () => mkdtempSync(join(folder, 'data-'))
const hex = (byte: string) => byte.repeat(32)
const keyOf = (text: string) => signingKeyOf(parseSigningKey(text), 0)
const printed = new TextEncoder().encode('what was printed')

interface Start {
  dataDir?: string
  /** LETTERSHOP_SIGNING_KEY of the server. */
  given?: string
  isShared?: boolean
}

/** Opens the signer of a server on these rows. */
const started = async (store: Store, { dataDir = newFolder(), given, isShared = true }: Start = {}) => {
  const warned: string[] = []
  const log = { ...silentLog, warn: (message: string) => void warned.push(message) }
  const { signingKey } = await readSettings(dataDir, {}, given ? { LETTERSHOP_SIGNING_KEY: given } : {})
  const signer = await openInstanceSigner({
    ...{ dataDir, settings: { signingKey }, store, isShared, isNew: false, log },
  })
  return { dataDir, signer, warned, ids: signer.keys().map(({ id }) => id) }
}

describe('servers of one database that share no folder', () => {
  test('sign with the configured key', async () => {
    const store = createMemoryStore()
    const [one, two] = [
      await started(store, { given: hex('a1') }),
      await started(store, { given: hex('a1') }),
    ]
    const { key, signature } = one.signer.sign(printed)
    expect([one.ids, two.ids]).toEqual([[key.id], [key.id]])
    expect(verifyEd25519(two.signer.keys()[0]!.publicKey, printed, signature)).toBe(true)
  })

  test.each<[string, Start, string]>([
    ['no key', {}, 'which this server does not have: set LETTERSHOP_SIGNING_KEY'],
    ['another key', { given: hex('b2') }, `and LETTERSHOP_SIGNING_KEY holds ${keyOf(hex('b2')).id}`],
  ])('are refused with %s', async (_what, start, message) => {
    const store = createMemoryStore()
    await started(store, { given: hex('a1') })
    const refused = started(store, start)
    await expect(refused).rejects.toThrow(`is signed with the key ${keyOf(hex('a1')).id}`)
    await expect(refused).rejects.toThrow(message)
  })

  test('are refused with a key that another folder created', async () => {
    const store = createMemoryStore()
    await started(store)
    const dataDir = newFolder()
    await openSigner(dataDir)
    await expect(started(store, { dataDir })).rejects.toThrow(
      'servers that share a database must sign with one key',
    )
  })

  test('switch to a recorded new key one after the other', async () => {
    const store = createMemoryStore()
    const { dataDir } = await started(store, { given: hex('a1') })
    await noteSigningKey({ dataDir, store }, keyOf(hex('b2')))
    const late = await started(store, { given: hex('a1') })
    const early = await started(store, { given: hex('b2') })
    expect(late.signer.sign(printed).key.id).toBe(keyOf(hex('a1')).id)
    expect(early.signer.sign(printed).key.id).toBe(keyOf(hex('b2')).id)
    expect(late.warned).toEqual([expect.stringContaining('a key that was replaced')])
    expect(early.warned).toEqual([])
    expect(early.ids.toSorted()).toEqual(late.ids.toSorted())
    await expect(early.signer.rotate()).rejects.toThrow('comes from LETTERSHOP_SIGNING_KEY')
  })
})

describe('servers that share a folder', () => {
  test('use the key in it, through a rotation too', async () => {
    const store = createMemoryStore()
    const { dataDir, signer } = await started(store)
    await signer.rotate()
    expect((await started(store, { dataDir })).ids).toEqual(signer.keys().map(({ id }) => id))
  })

  test('accept a rotation by an earlier version, which records it in the folder only', async () => {
    const store = createMemoryStore()
    const { dataDir, ids } = await started(store)
    const { id } = await (await openSigner(dataDir)).rotate()
    expect((await started(store, { dataDir })).ids).toEqual([id, ...ids])
  })

  test('may get the folder’s key from the environment, and no longer need the folder', async () => {
    const store = createMemoryStore()
    const { dataDir, signer } = await started(store)
    await signer.rotate()
    const copy = join(newFolder(), 'signing.key')
    cpSync(signingKeyPath(dataDir), copy)
    rmSync(dataDir, { recursive: true })
    const fresh = newFolder()
    const { signingKey } = await readSettings(fresh, {}, { LETTERSHOP_SIGNING_KEY_FILE: copy })
    const again = await openInstanceSigner({
      ...{ dataDir: fresh, settings: { signingKey }, store, isShared: true, isNew: false, log: silentLog },
    })
    expect(again.keys()).toEqual(signer.keys())
  })
})

test('a server with a file database gets a new key by command while it is stopped', async () => {
  const dataDir = join(newFolder(), 'data')
  const env = { LETTERSHOP_DATA: dataDir, LETTERSHOP_SIGNING_KEY: hex('a1') }
  await lettershopJson(['org', 'create', '--name', 'Bakery'], env)
  const next = join(folder, 'next-key')
  writeFileSync(next, hex('b2'))
  expect((await lettershop(['evidence', 'rotate-key'], env)).stderr).toContain('--new-key-file')
  expect(await lettershop(['secret', 'rotate'], env)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--keys instance'),
  })
  const noted = await lettershopJson(['evidence', 'rotate-key', '--new-key-file', next], env)
  expect(noted).toMatchObject({ id: keyOf(hex('b2')).id, isGiven: true })
  const keys = await lettershopJson(['evidence', 'keys'], { ...env, LETTERSHOP_SIGNING_KEY: hex('b2') })
  expect(keys.map(({ id }: { id: string }) => id)).toEqual([keyOf(hex('b2')).id, keyOf(hex('a1')).id])
  const { stdout } = await lettershop(['doctor'], env)
  expect(stdout).toMatch(/^ok +signing key +from the environment$/m)
})
