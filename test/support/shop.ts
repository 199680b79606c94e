import { createCsv } from '../../src/adapters/csv/csv.ts'
import { createHolidays } from '../../src/adapters/holidays/holidays.ts'
import { createMemoryBlobs } from '../../src/adapters/memory/blobs.ts'
import { createMemoryClock, type MemoryClock } from '../../src/adapters/memory/clock.ts'
import { createMemoryMailer, type MemoryMailer } from '../../src/adapters/memory/mailer.ts'
import { createMemoryPrintPartner, type MemoryPrintPartner } from '../../src/adapters/memory/print-partner.ts'
import { createSeededRandom } from '../../src/adapters/memory/random.ts'
import { createMemoryOneTimeCodes, createMemoryPasswords } from '../../src/adapters/memory/sign-in.ts'
import { createMemoryStore } from '../../src/adapters/memory/store.ts'
import {
  createMemoryWebhookSender,
  type MemoryWebhookSender,
} from '../../src/adapters/memory/webhook-sender.ts'
import { createCrypto } from '../../src/adapters/system/crypto.ts'
import { createXml } from '../../src/adapters/xml/xml.ts'
import { contentOf } from '../../src/client/in-process.ts'
import { type Core, createCore } from '../../src/core/app/index.ts'
import { isOperatorScope } from '../../src/core/engine/access/permissions.ts'
import { type Client, noClient, type SessionChange } from '../../src/core/engine/caller.ts'
import type { ByteSource, Operation } from '../../src/core/engine/operation.ts'
import { bodyOf } from '../../src/core/engine/request.ts'
import type { Ports, Services } from '../../src/core/engine/services.ts'
import { createKey, maxKeyDays } from '../../src/core/features/developers/keys.ts'
import { createOrganisation, type NewOrganisation } from '../../src/core/features/organisations/manage.ts'
import { samples } from '../../src/core/features/products/samples/index.ts'
import type { Config } from '../../src/core/kernel/config.ts'
import type { Mode } from '../../src/core/kernel/mode.ts'
import type { OrganisationRow } from '../../src/core/model/organisations.ts'
import type { Blobs } from '../../src/core/ports/blobs.ts'
import type { LogFields } from '../../src/core/ports/system.ts'
import { assertDocumented, exchangeOf, pairsOf } from './exchange.ts'
import { createFakeRenderer, type FakeRenderer } from './fake-renderer.ts'
import { failsOnUndeclaredReads, noteItemReads } from './item-reads.ts'
import { type PortalOptions, type PortalSession, signIn } from './portal.ts'
import { giveReturnAddress } from './ready-for-live.ts'
import { record } from './recorder.ts'
import type { TestS3 } from './s3/server.ts'

let server: Promise<TestS3> | undefined
let places = 0

/** Opens the default blobs of tests: in memory, or on an S3 server if `LETTERSHOP_TEST_BLOBS` is `s3`. */
const openTestBlobs = async (): Promise<Blobs> => {
  if (process.env.LETTERSHOP_TEST_BLOBS !== 's3') return createMemoryBlobs()
  server ??= import('./s3/server.ts').then(({ startTestS3 }) => startTestS3())
  return (await server).blobs(`shop-${places++}`)
}

/**
 * Opens the default store of tests: in memory, or a file or database if vitest's project of that name runs
 * them (`vitest.config.ts`).
 */
const openTestStore = async ({
  replay = true,
}: {
  replay?: boolean
}): Promise<Pick<Ports, 'store' | 'rateCounter'>> => {
  switch (process.env.LETTERSHOP_TEST_STORE) {
    case 'sqlite': {
      const { openTestFile } = await import('./sqlite/files.ts')
      return { store: await openTestFile() }
    }
    case 'postgres': {
      const { openTestDatabase } = await import('./postgres/database.ts')
      const store = await openTestDatabase()
      return { store, rateCounter: store.rateCounter }
    }
    default:
      return { store: createMemoryStore({ replay }) }
  }
}

export interface TestShopOptions {
  /** Time of the clock; a Monday morning by default. */
  clock?: string
  organisation?: Partial<NewOrganisation>
  /** Gives organisations a return address, required to print live mail; true by default. */
  returnAddress?: boolean
  /** `baseUrl` is `http://mail.example` by default, because live mail needs a public one. */
  config?: Partial<Config>
  /** Ports to use instead of the ones in memory. */
  ports?: Partial<Ports>
  /** Runs each write twice, as group commit may (the default), which reveals callbacks with side effects. */
  replay?: boolean
}

export interface TestCall {
  params?: Record<string, string>
  /** The query string of a URL without `?`, or names and values. */
  query?: string | Record<string, string | number | boolean>
  body?: unknown
  /** Body of an operation that accepts bytes; an array is sent in several chunks. */
  bytes?: Uint8Array | readonly Uint8Array[]
  /** The declared number of bytes, if it isn't the real one; null for none. */
  declared?: number | null
  contentType?: string
  /** An API key; the live key by default, `null` for none. */
  key?: string | null
  /** The whole `Authorization` header instead of a key. */
  authorization?: string
  /** A portal session instead of a key, sent from a page of the portal. */
  session?: PortalSession
  /** Value of the `X-Mode` header. */
  mode?: string
  /** Replaces details of the client, such as its origin, session or device. */
  client?: Partial<Client>
  idempotencyKey?: string
  ifMatch?: string
  organisationId?: string
  clientAddress?: string
  /** Other headers, by their names in lower case. */
  headers?: Record<string, string>
}

export interface TestResponse {
  status: number
  headers: Record<string, string>
  /** The JSON answer; a text stream as text, any other as bytes. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
  body: any
  fileName?: string
  /** Cookies set by the answer. */
  session?: SessionChange
}

export interface TestShop {
  core: Core
  services: Services
  clock: MemoryClock
  sender: MemoryWebhookSender
  renderer: FakeRenderer
  mailer: MemoryMailer
  printers: { live: MemoryPrintPartner; test: MemoryPrintPartner }
  /** Logged errors; tests expect []. */
  logged: { message: string; fields: LogFields | undefined }[]
  organisation: OrganisationRow
  /** Keys of the organisation with every organisation scope. */
  keys: { live: string; test: string }
  /** Calls an operation by its id, or one that the test declares itself. */
  call(operation: string | Operation, call?: TestCall): Promise<TestResponse>
  /** Creates another key of the organisation, with these scopes. */
  key(mode: Mode, scopes: 'all' | string[]): Promise<string>
  /** Signs a user in to the portal: by default an owner of the organisation. */
  portal(options?: PortalOptions): Promise<PortalSession>
  /** Creates another organisation with its own keys. */
  another(organisation?: Partial<NewOrganisation>): Promise<{
    organisation: OrganisationRow
    keys: { live: string; test: string }
  }>
  /** Advances real time by milliseconds, or to an instant, and runs all due work. */
  advance(by: number | string): Promise<void>
  /** Advances the organisation's test clock to an instant, running due work in order. */
  advanceTestClock(to: string): Promise<void>
  /** Runs work that is due now. */
  settle(): Promise<void>
}

/** Creates the whole core in memory, with an organisation, its keys and a clock that only tests advance. */
export const createTestShop = async (options: TestShopOptions = {}): Promise<TestShop> => {
  const clock = createMemoryClock(options.clock)
  const sender = createMemoryWebhookSender()
  const renderer = createFakeRenderer()
  const mailer = createMemoryMailer()
  const printers = {
    live: createMemoryPrintPartner({ name: 'folder' }),
    test: createMemoryPrintPartner({ name: 'simulated' }),
  }
  const logged: TestShop['logged'] = []
  const opened = options.ports?.store ? { store: options.ports.store } : await openTestStore(options)
  const core = failsOnUndeclaredReads(
    createCore(
      {
        ...opened,
        clock,
        random: createSeededRandom(1),
        crypto: createCrypto(new Uint8Array(32).fill(7)),
        blobs: await openTestBlobs(),
        csv: createCsv(),
        xml: createXml(),
        renderer,
        webhookSender: sender,
        passwords: createMemoryPasswords(),
        oneTimeCodes: createMemoryOneTimeCodes(),
        holidays: createHolidays(),
        sampleCatalogues: samples,
        mailer,
        printPartners: printers,
        log: { info() {}, warn() {}, error: (message, fields) => logged.push({ message, fields }) },
        ...options.ports,
        store: noteItemReads(opened.store),
      },
      // Tests move the clock by days; `sessions.test.ts` covers idle sessions.
      { baseUrl: 'http://mail.example', sessionIdleMinutes: 43_200, ...options.config },
    ),
  )
  const { services } = core
  const withKeys = async (input: Partial<NewOrganisation> | undefined) => {
    const organisation = await createOrganisation(services, { name: 'Kaas & Co', ...input })
    if (options.returnAddress !== false) await giveReturnAddress(services, organisation)
    const keyOf = async (mode: Mode) =>
      (await createKey(services, { organisationId: organisation.id, mode, scopes: 'all' })).key
    return { organisation, keys: { live: await keyOf('live'), test: await keyOf('test') } }
  }
  const { organisation, keys } = await withKeys(options.organisation)
  const settle = async () => {
    while ((await core.scheduler.tick()).ran > 0);
  }
  return {
    core,
    services,
    clock,
    sender,
    renderer,
    mailer,
    printers,
    logged,
    organisation,
    keys,
    call: (operation, call = {}) =>
      callCore(core, operation, { key: call.session || call.client ? null : keys.live, ...call }),
    key: async (mode, scopes) =>
      (await createKey(services, { organisationId: organisation.id, mode, scopes, ...endOf(scopes) })).key,
    portal: (options) => signIn(services, { organisationId: organisation.id, ...options }),
    another: (input) => withKeys({ name: 'Another', ...input }),
    async advance(by) {
      if (typeof by === 'number') clock.advance(by)
      else clock.set(by)
      await settle()
    },
    async advanceTestClock(to) {
      await core.scheduler.advance(organisation.id, Date.parse(to))
    },
    settle,
  }
}

/** Returns the expiry that a key with an operator scope must have if it has no creator. */
export const endOf = (scopes: 'all' | readonly string[]): { expiresInDays?: number } =>
  scopes !== 'all' && scopes.some(isOperatorScope) ? { expiresInDays: maxKeyDays } : {}

/** Calls an operation of a core. Throws unless a successful answer matches the output schema. */
export const callCore = async (
  core: Core,
  named: string | Operation,
  call: TestCall,
): Promise<TestResponse> => {
  const operation = typeof named === 'string' ? await core.registry.get(named) : named
  if (!operation) throw new Error(`There is no operation ${named}.`)
  const answer = await core.call({
    operation,
    params: call.params ?? {},
    query: pairsOf(call.query ?? ''),
    body: async () => call.body,
    ...(call.bytes ? { bytes: () => byteSourceOf(call) } : {}),
    headers: {
      authorization: call.authorization ?? (call.key ? `Bearer ${call.key}` : undefined),
      organisationId: call.organisationId,
      mode: call.mode,
      idempotencyKey: call.idempotencyKey,
      ifMatch: call.ifMatch,
    },
    header: (name) => call.headers?.[name],
    client: {
      ...noClient,
      address: call.clientAddress ?? '',
      ...(call.session ? { sessionToken: call.session.token, origin: 'own' } : {}),
      ...call.client,
    },
    requestId: core.services.ids.next('req'),
  })
  const response = { ...answer, body: bodyOf(answer) }
  record(() => exchangeOf(operation, call, response))
  const { status, headers, session } = response
  if (status < 300) assertDocumented(operation, response.body)
  if (!response.stream) return { status, headers, body: response.body, ...(session ? { session } : {}) }
  const { contentType, headers: ofFile, fileName } = response.stream
  const bytes = await collect(contentOf(response.stream))
  const body = contentType.startsWith('text/') ? new TextDecoder().decode(bytes) : bytes
  const ofStream = { ...headers, 'Content-Type': contentType, ...ofFile }
  return { status, headers: ofStream, body, ...(fileName === undefined ? {} : { fileName }) }
}

const byteSourceOf = ({ bytes = [], contentType, declared }: TestCall): ByteSource => {
  const chunks = bytes instanceof Uint8Array ? [bytes] : bytes
  return {
    contentType,
    length: declared === null ? undefined : (declared ?? chunks.reduce((sum, { length }) => sum + length, 0)),
    async *chunks() {
      yield* chunks
    },
  }
}

const collect = async (content: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks)
}
