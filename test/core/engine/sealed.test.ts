import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createCrypto } from '../../../src/adapters/system/crypto.ts'
import { resealAll, type SealedColumn, seal, sealedColumns, unseal } from '../../../src/core/engine/sealed.ts'
import { tables } from '../../../src/core/model/index.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { connected } from '../../support/connectors.ts'
import { browser, person } from '../../support/people.ts'
import { enrol } from '../../support/second-factor.ts'

const oldKey = new Uint8Array(32).fill(7)
const newCrypto = createCrypto(new Uint8Array(32).fill(8))
const root = join(import.meta.dirname, '../../../src/core')

describe('data sealed with the instance key', () => {
  test('is sealed and opened in one module', () => {
    const users = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter(
        (file) =>
          file.endsWith('.ts') && /crypto\.(seal|open)\(/.test(readFileSync(join(root, file), 'utf8')),
      )
      .sort()
    expect(users).toEqual(['engine/sealed.ts'])
  })

  test('includes every column of bytes', () => {
    const known = Object.values(sealedColumns).map(({ table, field }) => `${table}.${field}`)
    const bytes = Object.entries(tables).flatMap(([table, { columns }]) =>
      Object.entries(columns)
        .filter(([, column]) => column.kind === 'bytes')
        .map(([field]) => `${table}.${field}`),
    )
    expect(bytes.length).toBeGreaterThan(0)
    expect(bytes.filter((column) => !known.includes(column))).toEqual([])
  })

  test('opens only for its own column and row', () => {
    const services = { crypto: newCrypto }
    const sealed = seal(services, 'webhookSecret', 'whe_1', new Uint8Array([1, 2, 3]))
    expect(unseal(services, 'webhookSecret', 'whe_1', sealed)).toEqual(new Uint8Array([1, 2, 3]))
    expect(unseal(services, 'webhookSecret', 'whe_2', sealed)).toBeUndefined()
    expect(unseal(services, 'connectorSignature', 'whe_1', sealed)).toBeUndefined()
  })

  test('is resealed completely; values that no key opens stay', async () => {
    const secret = 'a secret of the sender, long enough'
    const shop = await connected({ signature: { header: 'X-Sig', encoding: 'hex', prefix: '', secret } })
    const hook = { url: 'https://example.com/hook', events: ['*'] }
    const { id } = (await shop.call('webhooks.create', { body: hook, idempotencyKey: 'a' })).body
    await shop.call('webhooks.rotateSecret', { params: { id } })
    const own = browser(shop)
    await person(shop, 'ada@example.com')
    await own.signIn('ada@example.com')
    await enrol(shop, own)
    const lost = createCrypto(new Uint8Array(32).fill(9)).seal(new Uint8Array(4), 'webhook-secret|whe_lost')
    await shop.services.store.write(async (rows) => {
      const [endpoint] = await rows.webhookEndpoints.find(everyone, {})
      await rows.webhookEndpoints.insert({ ...endpoint!, id: 'whe_lost', secret: lost, previousSecrets: [] })
      const sealing = { crypto: createCrypto(oldKey) }
      await rows.connectorPayloads.insert({
        id: 'itm_1',
        organisationId: shop.organisation.id,
        mode: 'live',
        connectorId: 'con_1',
        payload: seal(sealing, 'connectorPayload', 'itm_1', new Uint8Array([2])),
        sha256: '',
        receivedAt: 0,
        expiresAt: 0,
      })
      await rows.printers.insert({
        id: 'prn_1',
        key: 'house',
        name: 'House',
        kind: 'SFTP',
        settings: {},
        secret: seal(sealing, 'printerSecret', { id: 'prn_1', secretFor: 'press' }, new Uint8Array([1])),
        secretFor: 'press',
        secretReference: null,
        capabilities: {},
        status: 'ACTIVE',
        health: null,
        revision: 1,
        createdAt: 0,
        updatedAt: 0,
      })
    })
    const done = await shop.services.store.write((rows) =>
      resealAll(rows, { from: createCrypto(oldKey), to: newCrypto }),
    )
    expect(done).toEqual({ values: 7, unreadable: 1 })
    const services = { crypto: newCrypto }
    const readable: SealedColumn[] = []
    await shop.services.store.read(async (rows) => {
      for (const name of Object.keys(sealedColumns) as SealedColumn[]) {
        const { table, field } = sealedColumns[name]
        for (const row of (await rows[table].find(everyone, {})) as unknown as (Record<string, unknown> & {
          id: string
        })[]) {
          const value = row[field]
          const all =
            value instanceof Uint8Array
              ? [value]
              : ((value ?? []) as { sealed: string }[]).map((each) => Buffer.from(each.sealed, 'base64'))
          for (const sealed of all) if (unseal(services, name, row, sealed)) readable.push(name)
        }
      }
    })
    expect(readable.sort()).toEqual(Object.keys(sealedColumns).sort())
  })
})
