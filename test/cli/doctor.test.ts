import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { examine } from '../../bin/instance/examine/examine.ts'
import { databaseFile } from '../../bin/instance/existing-instance.ts'
import { listenControl } from '../../src/adapters/data-folder/control-server.ts'
import { createSqliteStore } from '../../src/adapters/sqlite/store.ts'
import { everyone } from '../../src/core/ports/store.ts'
import { createTestShop } from '../support/shop.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { emitEvents, minute, register } from '../support/webhooks.ts'

test('doctor reports webhooks that wait for readable secrets, until they are sent', async () => {
  const data = join(temporaryFolder(), 'data')
  mkdirSync(data, { mode: 0o700 })
  const store = await createSqliteStore({ file: databaseFile(data) })
  const shop = await createTestShop({ ports: { store } })
  const { id } = await register(shop)
  const { secret } = (await store.read((rows) => rows.webhookEndpoints.get(everyone, id)))!
  const setSecret = (value: Uint8Array) =>
    store.write((rows) => rows.webhookEndpoints.update(everyone, id, { secret: value }))
  const webhooks = async () => (await examine(data)).find(({ name }) => name === 'webhooks')

  await setSecret(new Uint8Array(64))
  await emitEvents(shop, 2)
  await shop.core.webhooks.settle()
  expect(await webhooks()).toMatchObject({
    status: 'wrong',
    detail: expect.stringMatching(/^2 wait because .* \(1\)/),
  })
  await setSecret(secret)
  shop.clock.advance(minute)
  await shop.core.webhooks.settle()
  expect(await webhooks()).toMatchObject({ status: 'fine' })
  await store.close()
})

test('doctor reads no file if the server keeps its rows in PostgreSQL', async () => {
  const data = join(temporaryFolder(), 'data')
  mkdirSync(data, { mode: 0o700 })
  const server = await listenControl(data, {
    handle: async () => ({ settings: [{ name: 'database', value: 'postgres://mail@db/mail' }] }),
    toProblem: String,
  })
  const checks = await examine(data)
  await server.close()
  for (const looked of ['schema', 'database', 'invoices', 'live runs', 'printers', 'jobs', 'webhooks']) {
    const expected = { name: looked, status: 'fine', detail: expect.stringMatching(/^in PostgreSQL/) }
    expect(checks).toContainEqual(expect.objectContaining(expected))
  }
})
