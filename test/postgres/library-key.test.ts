import { expect, test } from 'vitest'
import { createLettershop, type LettershopOptions, SecretKeyMismatch } from '../../src/index.ts'
import { createPostgresStore } from '../../src/postgres.ts'
import { newDatabase } from '../support/postgres/database.ts'

const secretKey = new Uint8Array(32).fill(7)
const otherKey = new Uint8Array(32).fill(8)
const open = async (url: string, options: Pick<LettershopOptions, 'secretKey' | 'lostSecrets'>) => {
  const warnings: string[] = []
  const log = { info() {}, warn: (message: string) => void warnings.push(message), error() {} }
  const store = await createPostgresStore({ url })
  try {
    return { warnings, shop: await createLettershop({ ...options, ports: { store, log } }) }
  } catch (error) {
    await store.close()
    throw error
  }
}

test('a database whose secrets the key cannot open is refused unless their loss is accepted', async () => {
  const url = await newDatabase()
  const { shop } = await open(url, { secretKey })
  const { id } = await shop.createOrganisation({ name: 'Bakery' })
  const { key } = await shop.createKey({ organisationId: id, mode: 'test', scopes: 'all' })
  await shop.client(key).webhooks.create({ url: 'https://shop.example/hook', events: ['*'] })
  await shop.close()
  for (const options of [{ secretKey: otherKey }, {}])
    await expect(open(url, options)).rejects.toThrow(SecretKeyMismatch)
  const accepted = await open(url, { secretKey: otherKey, lostSecrets: true })
  expect(accepted.warnings).toContain('1 secret in the store cannot be opened with this key: set it again.')
  await accepted.shop.close()
  await (await open(url, { secretKey: otherKey })).shop.close()
})
