import { describe, expect, test } from 'vitest'
import { createCrypto } from '../../../src/adapters/system/crypto.ts'
import type { EvidenceBundle } from '../../../src/core/features/evidence/schema.ts'
import { type EvidenceWitnesses, verifyEvidence } from '../../../src/core/features/evidence/verify.ts'
import { toBase64 } from '../../../src/core/kernel/bytes.ts'
import { canonicalJson } from '../../../src/core/kernel/json.ts'
import { createFakeRenderer } from '../../support/fake-renderer.ts'
import { createMailShop, type MailShop } from '../../support/mail.ts'

const before = '2026-01-05T08:00:00Z'
const cutoff = '2026-01-05T09:00:00Z'
const stranger = createCrypto(new Uint8Array(32).fill(99))

const printed = async (mode: 'live' | 'test' = 'live', { ownMail = false } = {}) => {
  const shop = await createMailShop({ clock: before, config: { itemsPerPart: 2 }, ownMail })
  const items = [
    await shop.post({ mode }),
    await shop.post({ mode }),
    await shop.post({ mode, reference: 'R 3' }),
  ]
  await shop.advance(cutoff)
  const key = shop.keys[mode]
  const { status, body } = await shop.call('items.evidence', { params: { id: items[2]!.id }, key })
  expect([status, body]).toEqual([200, expect.anything()])
  return { shop, id: items[2]!.id, ids: items.map(({ id }) => id), bundle: body as EvidenceBundle, key }
}

const verify = (bundle: unknown, witnesses?: EvidenceWitnesses) =>
  verifyEvidence({ crypto: stranger, extract: createFakeRenderer().extract }, bundle, witnesses)

const failing = async (bundle: unknown, witnesses?: EvidenceWitnesses) => {
  const { holds, checks } = await verify(bundle, witnesses)
  const names = checks.filter(({ result }) => result === 'fails').map(({ name }) => name)
  expect(holds).toBe(names.length === 0)
  return names
}

/** The package as the printer received it. */
const packageOf = (shop: MailShop, mode: 'live' | 'test' = 'live') => {
  const [files] = [...shop.printers[mode].packages.values()]
  return new Map(files!.map((file) => [file.name, file.bytes!]))
}
const asFolder = (files: ReadonlyMap<string, Uint8Array>) => async (name: string) => files.get(name)

/** Changes evidence and signs it with another key, like a forger. */
const forged = (evidence: EvidenceBundle['evidence']): EvidenceBundle => {
  const { key, signature } = stranger.signer.sign(new TextEncoder().encode(canonicalJson(evidence)))
  return {
    evidence,
    signature: {
      algorithm: 'Ed25519',
      keyId: key.id,
      publicKey: toBase64(key.publicKey),
      value: toBase64(signature),
    },
  }
}

describe('evidence of a printed item', () => {
  test('states what was printed, when, at what price and why', async () => {
    const { shop, id, bundle } = await printed()
    const { evidence } = bundle
    const item = await shop.item(id)
    expect(evidence.item).toMatchObject({ id, status: 'IN_PRODUCTION', priceCents: item.priceCents })
    expect(evidence.printed).toMatchObject({
      id,
      sequence: 3,
      part: { name: `${item.runId}_002.pdf`, items: 1 },
      manifestRow: { id, reference: 'R 3', addressLines: expect.arrayContaining(['Recipient 3']) },
    })
    expect(evidence.template.versionId).toBe(item.templateVersionId)
    expect(evidence.run).toMatchObject({
      id: item.runId,
      partner: 'folder',
      handedToPrinterAt: '2026-01-05T09:00:00.000Z',
    })
    expect(evidence.ledger.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
      ['RESERVE', item.priceCents],
      ['CAPTURE', item.priceCents],
    ])
    expect(evidence.events.map(({ type }) => type)).toEqual([
      'item.created',
      'item.ready',
      'item.scheduled',
      'item.in_production',
    ])
  })

  test('is valid by itself, with the server’s key, with its package and with its document', async () => {
    const { shop, id, bundle } = await printed()
    const keys = (await shop.call('meta.signingKeys', { key: null })).body.data
    const pdf = (await shop.call('items.document', { params: { id } })).body
    expect(await failing(bundle)).toEqual([])
    const { checks } = await verify(bundle)
    expect(checks.find(({ name }) => name === 'signer')).toMatchObject({ result: 'open' })
    const all = await verify(JSON.parse(JSON.stringify(bundle)), {
      publicKeys: [Buffer.from(keys[0].publicKey, 'base64')],
      packageFile: asFolder(packageOf(shop)),
      pdf,
    })
    expect(all.holds).toBe(true)
    expect(all.checks.filter(({ result }) => result !== 'holds')).toEqual([])
    expect(all.checks.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['row in the package', 'pages in the package', 'document', 'pages', 'ledger']),
    )
  })

  test('of a test item is marked as test, without a payment', async () => {
    const { bundle } = await printed('test')
    expect(bundle.evidence.item.isTest).toBe(true)
    expect(bundle.evidence.ledger).toEqual([])
    expect(await failing(bundle)).toEqual([])
  })

  test('of own mail is marked as own mail, without a payment', async () => {
    const { bundle } = await printed('live', { ownMail: true })
    const { item, ledger } = bundle.evidence
    expect([item.priceCents > 0, item.isTest, item.isOwnMail, ledger]).toEqual([true, false, true, []])
    expect(await failing(bundle)).toEqual([])
  })

  test('of paid mail is not marked as own mail, also if an earlier version omitted the mark', async () => {
    const { bundle } = await printed()
    expect(bundle.evidence.item.isOwnMail).toBe(false)
    const { isOwnMail: _, ...item } = bundle.evidence.item
    const earlier = { ...bundle.evidence, item }
    expect(await failing(forged(earlier))).toEqual([])
    for (const contradiction of [{ ledger: [] }, { item: { ...item, isOwnMail: true } }])
      expect(await failing(forged({ ...earlier, ...contradiction }))).toEqual(['ledger'])
  })

  test('continues through the item’s lifecycle, including a refund', async () => {
    const { shop, id, key } = await printed('test')
    for (const event of ['HANDED_TO_CARRIER', 'COMPLETED', 'RETURNED']) {
      await shop.call('developers.simulate', { params: { id }, body: { event }, key })
      const { body } = await shop.call('items.evidence', { params: { id }, key })
      expect([body.evidence.item.status, await failing(body)]).toEqual([event, []])
    }
  })

  test('stays verifiable after a key rotation', async () => {
    const { shop, id, bundle } = await printed()
    await shop.services.crypto.signer.rotate()
    const keys = (await shop.call('meta.signingKeys', { key: null })).body.data
    expect(keys).toHaveLength(2)
    const trusted = keys.map((key: { publicKey: string }) => Buffer.from(key.publicKey, 'base64'))
    const later = (await shop.call('items.evidence', { params: { id } })).body
    expect(later.signature.keyId).toBe(keys[0].id)
    for (const signed of [bundle, later]) expect(await failing(signed, { publicKeys: trusted })).toEqual([])
  })

  test('is available once the run was handed to the printer', async () => {
    const shop = await createMailShop({ clock: before })
    const { id } = await shop.post()
    expect(await shop.call('items.evidence', { params: { id } })).toMatchObject({
      status: 409,
      body: { code: 'invalid_state', detail: expect.stringContaining('SCHEDULED') },
    })
    await shop.call('items.cancel', { params: { id } })
    expect((await shop.call('items.evidence', { params: { id } })).status).toBe(409)
    expect((await shop.call('items.evidence', { params: { id }, key: shop.keys.test })).status).toBe(404)
  })
})

/** Returns the paths of all values. */
const leaves = (value: unknown, path: (string | number)[] = []): (string | number)[][] =>
  value !== null && typeof value === 'object'
    ? Object.entries(value).flatMap(([name, entry]) => leaves(entry, [...path, name]))
    : [path]

const changedAt = (
  bundle: EvidenceBundle,
  path: readonly (string | number)[],
  to: (value: unknown) => unknown,
) => {
  const copy = structuredClone(bundle)
  // biome-ignore lint/suspicious/noExplicitAny: any place in it
  let at: any = copy
  for (const name of path.slice(0, -1)) at = at[name]
  const name = path.at(-1)!
  const value = to(at[name])
  if (value === undefined) delete at[name]
  else at[name] = value
  return copy
}

const another = (value: unknown): unknown => {
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  if (value === null) return '2026-01-05T10:00:00.000Z'
  return /^\d{4}-/.test(String(value))
    ? '2027-01-01T00:00:00.000Z'
    : `${value}`.replace(/.$/s, (last) => (last === 'A' ? 'B' : 'A'))
}

describe('evidence that was changed', () => {
  test('is invalid if any single value is changed or missing', async () => {
    const { bundle } = await printed()
    const paths = leaves(bundle)
    expect(paths.length).toBeGreaterThan(80)
    for (const path of paths) {
      // A changed last character of base64 may decode to the same bytes.
      if (path.join('.') === 'signature.value' || path.join('.') === 'signature.publicKey') continue
      expect([path.join('.'), await failing(changedAt(bundle, path, another))]).not.toEqual([
        path.join('.'),
        [],
      ])
      expect([path.join('.'), await failing(changedAt(bundle, path, () => undefined))]).not.toEqual([
        path.join('.'),
        [],
      ])
    }
  })

  test.each([
    ['a value', ['item', 'priceCents'], another, ['signature', 'ledger']],
    [
      'a line of the address',
      ['printed', 'manifestRow', 'addressLines', 0],
      () => 'Another Name',
      ['signature', 'manifest row'],
    ],
    ['an omission', ['run'], () => undefined, ['format']],
    ['an addition', ['remark'], () => 'as agreed', ['signature']],
  ])('names the check that %s fails', async (_name, path, to, names) => {
    const { bundle } = await printed()
    expect(await failing(changedAt(bundle, ['evidence', ...path], to))).toEqual(names)
  })

  test.each([null, 1, 'text', [], {}, { evidence: {}, signature: {} }])(
    'is not accepted as %j',
    async (value) => {
      expect(await failing(value)).toEqual(['format'])
    },
  )

  test('that is re-signed fails the signer check, or another one if inconsistent', async () => {
    const { shop, bundle } = await printed()
    const publicKeys = shop.services.crypto.signer.keys().map((key) => key.publicKey)
    expect(await failing(forged(bundle.evidence), { publicKeys })).toEqual(['signer'])
    const { evidence } = structuredClone(bundle)
    evidence.ledger.pop()
    expect(await failing(forged(evidence))).toEqual(['ledger'])
    const other = structuredClone(bundle).evidence
    other.printed.part.sha256 = '0'.repeat(64)
    expect(await failing(forged(other))).toEqual(['package sums'])
    const moved = structuredClone(bundle).evidence
    moved.item.id = 'itm_other'
    expect(await failing(forged(moved))).toEqual(['item'])
    const early = structuredClone(bundle).evidence
    early.item.history.pop()
    expect(await failing(forged(early))).toEqual(['production'])
  })

  test('fails under the id of another key', async () => {
    const { bundle } = await printed()
    const renamed = { ...bundle, signature: { ...bundle.signature, keyId: '0'.repeat(16) } }
    expect(await failing(renamed)).toEqual(['key id'])
  })
})

describe('a package or document that was changed', () => {
  test.each([
    [
      'a part',
      (files: Map<string, Uint8Array>, name: string) => files.set(name, new Uint8Array([1])),
      (name: string) => [`package ${name}`],
    ],
    [
      'a missing part',
      (files: Map<string, Uint8Array>, name: string) => files.delete(name),
      (name: string) => [`package ${name}`],
    ],
    [
      'the manifest',
      (files: Map<string, Uint8Array>) => files.set('manifest.json', new Uint8Array([1])),
      () => ['package manifest.json'],
    ],
    ['the list', (files: Map<string, Uint8Array>) => files.delete('SHA256SUMS'), () => ['package list']],
  ])('%s is reported', async (_name, change, names) => {
    const { shop, bundle } = await printed()
    const files = packageOf(shop)
    const { name } = bundle.evidence.printed.part
    change(files, name)
    expect(await failing(bundle, { packageFile: asFolder(files) })).toEqual(names(name))
  })

  test('the document of another item is rejected', async () => {
    const { shop, ids, bundle } = await printed()
    const pdf = (await shop.call('items.document', { params: { id: ids[0]! } })).body
    expect(await failing(bundle, { pdf })).toEqual(['document', 'pages'])
  })

  test('a file that is no PDF gives a result instead of an exception', async () => {
    const { bundle } = await printed()
    expect(await failing(bundle, { pdf: new Uint8Array([1, 2, 3]) })).toEqual(['document', 'pages'])
  })
})
