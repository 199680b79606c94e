import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { verifyWebhook } from '../../src/client/index.ts'
import { noPrinterReason } from '../../src/core/ports/print-partner.ts'
import type { Log } from '../../src/core/ports/system.ts'
import { createLettershop, type LettershopOptions, SecretKeyMismatch } from '../../src/index.ts'
import { createMemoryPrintPartner, createMemoryStore } from '../../src/memory.ts'
import { startServer, startTicker } from '../../src/server/index.ts'
import { createSqliteStore } from '../../src/sqlite.ts'
import { createLettershop as createTestShop } from '../../src/testing.ts'
import { zoe } from '../support/recipients.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const recordingLog = (): Log & { warnings: string[] } => {
  const warnings: string[] = []
  return { warnings, info() {}, warn: (message) => void warnings.push(message), error() {} }
}
const secretKey = new Uint8Array(32).fill(7)
afterEach(() => void vi.restoreAllMocks())

describe('a live instance without a printer', () => {
  const start = async (ports: LettershopOptions['ports'] = {}) => {
    const log = recordingLog()
    const library = await createLettershop({ secretKey, ports: { log, ...ports } })
    return { library, log }
  }

  test('starts, and warns once', async () => {
    const { library, log } = await start()
    expect(log.warnings).toEqual([noPrinterReason])
    await library.close()
  })

  test('with a printer it does not warn', async () => {
    const printPartners = { live: createMemoryPrintPartner(), test: createMemoryPrintPartner() }
    const { library, log } = await start({ printPartners })
    expect(log.warnings).toEqual([])
    await library.close()
  })

  test('its health reports that', async () => {
    const { library } = await start()
    const { components } = await library.core.services.health.look()
    expect(components.printer).toBe('DEGRADED')
    await library.close()
  })

  test('with a persistent store and no log, the process warns', async () => {
    const emitted = vi.spyOn(process, 'emitWarning').mockReturnValue(undefined)
    const library = await createLettershop({ secretKey, ports: { store: createMemoryStore() } })
    expect(emitted.mock.calls).toEqual([[noPrinterReason, 'LettershopWarning']])
    await library.close()
  })
})

describe('the key of a store', () => {
  const newFile = () => join(temporaryFolder(), 'shop.db')
  const open = async (file: string, options: Pick<LettershopOptions, 'secretKey' | 'lostSecrets'>) => {
    const log = recordingLog()
    const store = await createSqliteStore({ file })
    try {
      return { log, shop: await createLettershop({ ...options, ports: { store, log } }) }
    } catch (error) {
      await store.close()
      throw error
    }
  }
  /** Creates a store with a secret sealed by this key; returns its file. */
  const begun = async (options: Pick<LettershopOptions, 'secretKey'>) => {
    const file = newFile()
    const { shop } = await open(file, options)
    const { id } = await shop.createOrganisation({ name: 'Bakery' })
    const { key } = await shop.createKey({ organisationId: id, mode: 'test', scopes: 'all' })
    await shop.client(key).webhooks.create({ url: 'https://shop.example/hook', events: ['*'] })
    await shop.close()
    return file
  }
  const otherKey = new Uint8Array(32).fill(8)

  test.each([
    ['another key', { secretKey: otherKey }],
    ['no key', {}],
  ])('%s is refused if it cannot open sealed secrets', async (_what, options) => {
    const file = await begun({ secretKey })
    await expect(open(file, options)).rejects.toThrow(SecretKeyMismatch)
    await (await open(file, { secretKey })).shop.close()
  })

  test('a store with a key of one process is refused after a restart', async () => {
    const file = await begun({})
    await expect(open(file, { secretKey })).rejects.toThrow('1 secret')
  })

  test('without sealed secrets any key is accepted, but later only this one', async () => {
    const file = newFile()
    await (await open(file, { secretKey })).shop.close()
    await (await open(file, { secretKey: otherKey })).shop.close()
  })

  test('lost secrets can be accepted: their number is reported once, and the new key is kept', async () => {
    const file = await begun({ secretKey })
    const first = await open(file, { secretKey: otherKey, lostSecrets: true })
    expect(first.log.warnings).toContain(
      '1 secret in the store cannot be opened with this key: set it again.',
    )
    await first.shop.close()
    const second = await open(file, { secretKey: otherKey })
    expect(second.log.warnings).toEqual([noPrinterReason])
    await second.shop.close()
  })

  test('a store without a key causes a warning', async () => {
    const { shop, log } = await open(newFile(), {})
    expect(log.warnings[0]).toContain('no secretKey')
    await shop.close()
  })
})

test.each([
  ['creating an organisation', (shop) => shop.createOrganisation({ name: 'Late' })],
  ['creating a key', (shop) => shop.createKey({ organisationId: 'org_1', mode: 'test', scopes: 'all' })],
  ['seeding', (shop) => shop.seedOrganisation('org_1')],
  ['settling', (shop) => shop.settle()],
  ['a call', (shop) => shop.client('svc_test_x').items.list()],
] satisfies [string, (shop: Awaited<ReturnType<typeof createLettershop>>) => Promise<unknown>][])(
  '%s after close reports that the instance is closed',
  async (_what, call) => {
    const shop = await createLettershop()
    await shop.close()
    await expect(call(shop)).rejects.toThrow('This Lettershop is closed')
  },
)

test('neither a server nor a ticker starts on a closed instance', async () => {
  const shop = await createLettershop()
  await shop.close()
  await expect(startServer(shop.core, { port: 0 })).rejects.toThrow('This Lettershop is closed')
  expect(() => startTicker(shop.core)).toThrow('This Lettershop is closed')
})

test('deliveries of a test instance are verified as documented, whatever its clock shows', async () => {
  const shop = await createTestShop({ clock: '2026-01-05T09:00:00Z' })
  const { testKey, postflowId } = await shop.seed()
  const api = shop.client(testKey)
  const { secret } = await api.webhooks.create({ url: 'https://shop.example/hook', events: ['item.*'] })
  await api.items.create({ postflowId, recipient: zoe, data: { firstName: 'Zoë' } })
  await shop.clock.advanceTo('next-cutoff')
  const [first] = shop.webhooks.requests
  expect((await verifyWebhook(first!.body, first!.headers, secret!)).type).toBe('item.created')
  await shop.close()
  await expect(verifyWebhook(first!.body, first!.headers, secret!)).rejects.toThrow('too old')
})

describe('options that would be ignored are refused', () => {
  test.each<[string, object, string]>([
    [
      'a misspelt port',
      { ports: { stor: createMemoryStore() } },
      'no option ports.stor. Did you mean ports.store?',
    ],
    [
      'a misspelt setting',
      { config: { baseURL: 'https://mail.example' } },
      'config.baseURL. Did you mean config.baseUrl?',
    ],
    ['a misspelt option', { secretkey: secretKey }, 'no option secretkey. Did you mean secretKey?'],
    [
      'an unknown option',
      { printer: 'house' },
      'no option printer. It has ports, config, secretKey, lostSecrets.',
    ],
    ['a URL that codes cannot use', { config: { baseUrl: 'mail.example' } }, 'such as https://mail.example'],
    ['an address of a file', { config: { baseUrl: 'file:///srv' } }, 'such as https://mail.example'],
    [
      'an address with a query',
      { config: { baseUrl: 'https://mail.example/?a' } },
      'such as https://mail.example',
    ],
    ['an address with user information', { config: { baseUrl: 'https://a@b.example' } }, 'user information'],
  ])('%s', async (_what, options, message) => {
    await expect(createLettershop(options as LettershopOptions)).rejects.toThrow(message)
  })

  test('the message does not repeat an address, which may hold a password', async () => {
    const config = { baseUrl: 'https://user:pass-word@mail.example' }
    await expect(createLettershop({ config })).rejects.not.toThrow('pass-word')
  })

  test('a trailing slash of the base URL is not printed twice', async () => {
    const library = await createLettershop({ config: { baseUrl: 'https://mail.example/' } })
    expect(library.core.services.config.baseUrl).toBe('https://mail.example')
    await library.close()
  })
})
