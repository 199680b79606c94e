import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { readPublicKeys } from '../../bin/instance/keys/public-keys.ts'
import { createPdfRenderer } from '../../src/adapters/pdf/index.ts'
import { lettershop, lettershopJson } from '../support/cli.ts'
import { createMailShop } from '../support/mail.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
const fileOf = (name: string, content: string | Uint8Array) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

/** Verifies the evidence of a real PDF on disk with its package, without a data folder or server. */
describe('lettershop evidence verify', () => {
  let evidence: string
  let keys: string
  let pdf: string
  let otherPdf: string
  const printPackage = join(folder, 'package')

  beforeAll(async () => {
    const renderer = createPdfRenderer({ workers: 0 })
    const shop = await createMailShop({ clock: '2026-01-05T08:00:00Z', ports: { renderer } })
    const { id } = await shop.post()
    const other = await shop.post()
    await shop.advance('2026-01-05T09:00:00Z')
    const answer = async (operation: string, item = id) =>
      (await shop.call(operation, { params: operation.startsWith('items.') ? { id: item } : {} })).body
    evidence = fileOf('evidence.json', JSON.stringify(await answer('items.evidence'), undefined, 3))
    keys = fileOf('keys.json', JSON.stringify(await answer('meta.signingKeys')))
    pdf = fileOf('item.pdf', await answer('items.document'))
    otherPdf = fileOf('other.pdf', await answer('items.document', other.id))
    mkdirSync(printPackage)
    const [files] = [...shop.printers.live.packages.values()]
    for (const { name, bytes } of files!) writeFileSync(join(printPackage, name), bytes!)
    await renderer.close()
  })

  test('reports passed checks, offline', async () => {
    const all = ['--public-key', keys, '--package', printPackage, '--pdf', pdf]
    const { holds, checks } = await lettershopJson(['evidence', 'verify', evidence, ...all])
    expect(holds).toBe(true)
    expect(checks.filter(({ result }: { result: string }) => result !== 'holds')).toEqual([])
    const text = await lettershop(['evidence', 'verify', evidence])
    expect(text.stdout).toMatch(/^holds {2}signature/m)
    expect(text.stdout).toMatch(/^open {3}signer .*signing-keys/m)
    expect(text.code).toBe(0)
  })

  test('exits with 1 and names failed checks', async () => {
    const { code, stdout, stderr } = await lettershop(['evidence', 'verify', evidence, '--pdf', otherPdf])
    expect([code, stderr.trim()]).toEqual([1, 'Evidence checks failed: document, pages.'])
    expect(stdout).toMatch(/^FAILS {2}document/m)
  })

  test.each([
    ['a missing file', () => [join(folder, 'nothing.json')], /nothing.json cannot be read/],
    ['no JSON', () => [pdf], /is not valid JSON/],
    ['a key file without keys', () => [evidence, '--public-key', pdf], /contains no Ed25519 public key/],
  ])('refuses %s', async (_name, args, message) => {
    const { code, stderr } = await lettershop(['evidence', 'verify', ...args()])
    expect(code).toBe(2)
    expect(stderr).toMatch(message)
  })
})

test('public keys are read in every common form', () => {
  const raw = Buffer.from('3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c', 'hex')
  const pem = `-----BEGIN PUBLIC KEY-----\n${Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw]).toString('base64')}\n-----END PUBLIC KEY-----\n`
  const key = { id: 'x', publicKey: raw.toString('base64'), pem }
  for (const text of [
    pem,
    raw.toString('hex'),
    `${raw.toString('base64')}\n`,
    JSON.stringify({ data: [key] }),
    JSON.stringify({ keys: [key] }, undefined, 2),
  ]) {
    expect(readPublicKeys(text).map((bytes) => Buffer.from(bytes).toString('hex'))).toEqual([
      raw.toString('hex'),
    ])
  }
  expect(readPublicKeys(pem + pem)).toHaveLength(2)
  for (const text of ['', 'hello', '{}', pem.replace('MCow', 'MCox')])
    expect(readPublicKeys(text)).toEqual([])
})

test('the keys of a folder are shown and rotated', async () => {
  const data = join(folder, 'data')
  await lettershopJson(['org', 'create', '--name', 'Bakery', '--data', data])
  const before = await lettershopJson(['evidence', 'keys', '--data', data])
  const rotated = await lettershopJson(['evidence', 'rotate-key', '--data', data])
  const after = await lettershopJson(['evidence', 'keys', '--data', data])
  expect(after.map(({ id }: { id: string }) => id)).toEqual([rotated.id, before[0].id])
  expect(after[1].retiredAt).not.toBeNull()
})
