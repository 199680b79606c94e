import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { verifyEd25519 } from '../../src/adapters/system/ed25519.ts'
import {
  openSigner,
  parseSigningKey,
  publicKeysPath,
  readSigningKeyFile,
  signingKeyOf,
  signingKeyPath,
} from '../../src/adapters/system/signing-keys.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
const newFolder = () => mkdtempSync(join(folder, 'data-'))
const data = new TextEncoder().encode('what was printed')
const idsOf = (signer: Awaited<ReturnType<typeof openSigner>>) => signer.keys().map(({ id }) => id)

it('a folder gets a key, for its owner only, and keeps it', async () => {
  const dataDir = newFolder()
  const first = await openSigner(dataDir)
  expect(statSync(signingKeyPath(dataDir)).mode & 0o777).toBe(0o600)
  chmodSync(signingKeyPath(dataDir), 0o644)
  const again = await openSigner(dataDir)
  expect(statSync(signingKeyPath(dataDir)).mode & 0o777).toBe(0o600)
  expect(again.keys()).toEqual(first.keys())
  expect(again.sign(data).signature).toEqual(first.sign(data).signature)
})

it('a rotation lasts, and the old public key stays', async () => {
  const dataDir = newFolder()
  const signer = await openSigner(dataDir)
  const before = signer.sign(data)
  await signer.rotate()
  const reopened = await openSigner(dataDir)
  expect(reopened.keys()).toEqual(signer.keys())
  expect(reopened.sign(data).key.id).not.toBe(before.key.id)
  const old = reopened.keys().find(({ id }) => id === before.key.id)!
  expect(old.retiredAt).not.toBeNull()
  expect(verifyEd25519(old.publicKey, data, before.signature)).toBe(true)
})

it('a crash in the middle of a rotation leaves a key that works', async () => {
  const dataDir = newFolder()
  const before = await openSigner(dataDir)
  const pem = readFileSync(signingKeyPath(dataDir))
  await before.rotate()
  // The list was written, the private key was not.
  writeFileSync(signingKeyPath(dataDir), pem)
  const after = await openSigner(dataDir)
  const { key, signature } = after.sign(data)
  expect(key.retiredAt).toBeNull()
  expect(verifyEd25519(key.publicKey, data, signature)).toBe(true)
  expect(new Set(idsOf(after)).size).toBe(2)
})

it('a lost private key is replaced, and its signatures stay verifiable', async () => {
  const dataDir = newFolder()
  const before = (await openSigner(dataDir)).sign(data)
  rmSync(signingKeyPath(dataDir))
  const after = await openSigner(dataDir)
  expect(idsOf(after)).toHaveLength(2)
  expect(idsOf(after)[1]).toBe(before.key.id)
})

it.each([
  ['the private key', signingKeyPath],
  ['the list of public keys', publicKeysPath],
])('a damaged %s is reported and not replaced', async (_name, pathOf) => {
  const dataDir = newFolder()
  await openSigner(dataDir)
  writeFileSync(pathOf(dataDir), 'secret rubbish')
  await expect(openSigner(dataDir)).rejects.toThrow(/is damaged/)
  await expect(openSigner(dataDir)).rejects.not.toThrow(/secret rubbish/)
})

const seed = Buffer.alloc(32, 0xa7)
it('a key can be given as 32 bytes or in the format of a folder, in a variable or a file', async () => {
  const dataDir = newFolder()
  const inFolder = (await openSigner(dataDir)).keys()[0]!.id
  const idOf = (key: ReturnType<typeof parseSigningKey>) => signingKeyOf(key, 0).id
  const pem = readFileSync(signingKeyPath(dataDir), 'utf8')
  expect(idOf(parseSigningKey(pem))).toBe(inFolder)
  expect(idOf(await readSigningKeyFile(signingKeyPath(dataDir)))).toBe(inFolder)
  const texts = [seed.toString('hex'), seed.toString('base64'), `${seed.toString('base64url')}\n`]
  const ids = new Set(texts.map((text) => idOf(parseSigningKey(text))))
  for (const content of [...texts, seed]) {
    writeFileSync(join(dataDir, 'given'), content)
    ids.add(idOf(await readSigningKeyFile(join(dataDir, 'given'))))
  }
  expect(ids.size).toBe(1)
})

it.each([
  ['half a key', seed.toString('hex').slice(32), 'must be 32 bytes'],
  ['damaged PEM', '-----BEGIN PRIVATE KEY-----\nsecret\n-----END PRIVATE KEY-----', 'no Ed25519 key in PEM'],
  [
    'a key of another kind',
    generateKeyPairSync('x25519').privateKey.export({ format: 'pem', type: 'pkcs8' }) as string,
    'no Ed25519 key in PEM',
  ],
])('%s is refused without quoting it', async (_what, text, message) => {
  const path = join(newFolder(), 'given')
  writeFileSync(path, text)
  const refusals = [() => parseSigningKey(text), () => readSigningKeyFile(path)]
  for (const refused of refusals) {
    const error = await Promise.resolve()
      .then(refused)
      .catch((thrown: Error) => thrown)
    expect((error as Error).message).toContain(message)
    expect((error as Error).message).not.toContain(text.slice(0, 40))
  }
})
