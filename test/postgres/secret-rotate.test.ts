import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSettings } from '../../bin/cli/settings.ts'
import { openDatabase } from '../../bin/instance/database.ts'
import { rotateOffline } from '../../bin/instance/keys/rotate-offline.ts'
import { createCrypto } from '../../src/adapters/system/crypto.ts'
import { seal, unseal } from '../../src/core/engine/sealed.ts'
import { everyone } from '../../src/core/ports/store.ts'
import { silentLog } from '../../src/core/ports/system.ts'
import { endpoint, organisation } from '../contract/store/samples.ts'
import { newDatabase } from '../support/postgres/database.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const dataDir = join(temporaryFolder(), 'data')
const plain = new TextEncoder().encode('{}')
const twelve = Array.from({ length: 12 }, (_, n) => n + 10)

test('the keys of a shared database are rotated when no server has it open', async () => {
  mkdirSync(dataDir, { mode: 0o700 })
  writeFileSync(join(dataDir, 'config.json'), JSON.stringify({ database: await newDatabase() }))
  const settings = await readSettings(dataDir, {}, {})
  const open = () => openDatabase(dataDir, settings, silentLog)
  const rotate = () => rotateOffline({ dataDir, settings, log: silentLog }, { keys: 'both', toFile: false })
  const server = await open()
  const sealing = { crypto: createCrypto(server.key) }
  await server.store.write(async (rows) => {
    for (const n of twelve) await rows.organisations.insert(organisation(`org_${n}`, 'Kaas'))
    // The order of the endpoints' ids differs from that of their organisations.
    for (const n of twelve) {
      const id = `whe_${99 - n}`
      const secret = seal(sealing, 'webhookSecret', id, plain)
      await rows.webhookEndpoints.insert(endpoint(id, { organisationId: `org_${n}`, secret }))
    }
    await rows.idempotency.insert({
      id: 'one',
      status: 200,
      leaseUntil: 0,
      record: seal(sealing, 'idempotencyRecord', 'one', plain),
      expiresAt: Number.MAX_SAFE_INTEGER,
    })
  })
  await expect(rotate()).rejects.toThrow('stop every server, run the command')
  await server.store.close()
  expect(await rotate()).toMatchObject({ instanceKey: { values: 13, unreadable: 0, keptIn: 'file' } })
  const later = await open()
  expect(later.key).not.toEqual(server.key)
  const row = await later.store.read((rows) => rows.idempotency.get(everyone, 'one'))
  expect(unseal({ crypto: createCrypto(later.key) }, 'idempotencyRecord', 'one', row!.record)).toEqual(plain)
  await later.store.close()
})
