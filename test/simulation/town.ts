import { office } from '../../examples/support/sender.ts'
import { createMemoryBlobs } from '../../src/adapters/memory/blobs.ts'
import { createCrypto } from '../../src/adapters/system/crypto.ts'
import type { Services } from '../../src/core/engine/services.ts'
import { transact } from '../../src/core/engine/transact.ts'
import { patchSettings } from '../../src/core/features/billing/settings.ts'
import { topUp } from '../../src/core/features/billing/top-up.ts'
import { createKey } from '../../src/core/features/developers/keys.ts'
import { createOrganisation } from '../../src/core/features/organisations/manage.ts'
import { sampleIds } from '../../src/core/features/products/catalogue.ts'
import type { Mode } from '../../src/core/kernel/mode.ts'
import { everyone } from '../../src/core/ports/store.ts'
import { greetingCard } from '../support/greeting-card.ts'
import { signIn } from '../support/portal.ts'
import { callCore, endOf } from '../support/shop.ts'
import { createPrinter } from './ports/printer.ts'
import { type Mood, moods } from './ports/sender.ts'
import { Server } from './server.ts'
import type { World } from './world.ts'

/** One organisation in one mode, as its program sees it. */
export interface Account {
  organisationId: string
  mode: Mode
  key: string
  /** The templates that it may choose. */
  templateIds: readonly string[]
}

/** Who there is: servers, printers, receivers, and organisations with their programs. */
export class Town {
  readonly world: World
  readonly files = createMemoryBlobs()
  readonly crypto = createCrypto(new Uint8Array(32).fill(7))
  readonly printers: { live: ReturnType<typeof createPrinter>; test: ReturnType<typeof createPrinter> }
  readonly servers: readonly Server[]
  readonly accounts: Account[] = []
  /** Keys of the people who run the instance, by organisation. */
  readonly operatorKeys = new Map<string, { live: string; test: string }>()
  readonly #moods = new Map<string, Mood>()

  constructor(world: World) {
    this.world = world
    this.printers = { live: createPrinter(world, 'live'), test: createPrinter(world, 'test') }
    this.servers = Array.from(
      { length: world.profile.servers },
      (_, index) => new Server(world, this, `server${index + 1}`),
    )
  }

  /** How a receiver is; a new one comes as the world's receivers are. */
  moodOf(url: string): Mood {
    let mood = this.#moods.get(url)
    if (!mood) {
      mood = this.world.strikes(this.world.profile.badAnswers) ? this.world.dice.pick(moods) : 'well'
      this.#moods.set(url, mood)
    }
    return mood
  }

  changeMood(): void {
    const urls = [...this.#moods.keys()]
    if (urls.length === 0) return
    const url = this.world.dice.pick(urls)
    const mood = this.world.strikes(this.world.profile.badAnswers) ? this.world.dice.pick(moods) : 'well'
    this.#moods.set(url, mood)
    this.world.story.tell('receiver', () => `${url} is ${mood} from now on`)
  }

  /** Any server that a client may ask, up or down. */
  get anyServer(): Server {
    return this.world.dice.pick(this.servers)
  }

  /** The world before the first fault: every account has keys, a template, Postflows and mostly a balance. */
  async build(): Promise<void> {
    const { world } = this
    for (const server of this.servers) await server.open()
    for (let number = 1; number <= world.profile.organisations; number++) await this.#settle(number)
  }

  /** Operators' keys end after some time, and worlds may last longer. */
  async renewOperatorKeys(): Promise<void> {
    const { services } = this.servers[0]!.core!
    for (const id of this.operatorKeys.keys()) {
      this.operatorKeys.set(id, await newOperatorKeys(services, id))
    }
  }

  async #settle(number: number): Promise<void> {
    const { world } = this
    const { services } = this.servers[0]!.core!
    const { id: organisationId } = await createOrganisation(services, {
      name: `Organisation ${number}`,
      timeZone: world.dice.pick(['UTC', 'Europe/Amsterdam', 'America/New_York']),
    })
    const live = await newKey(services, organisationId, 'live', 'all')
    this.operatorKeys.set(organisationId, await newOperatorKeys(services, organisationId))
    if (world.dice.chance(0.25)) {
      const billingMode = 'MONTHLY' as const
      await world.disk.write((rows) => rows.organisations.update(everyone, organisationId, { billingMode }))
    } else {
      await topUp(services, { organisationId, amountCents: world.dice.pick([300, 2_000, 100_000]) })
    }
    await signIn(services, { organisationId, role: 'developer', email: developerOf(organisationId) })
    await transact(services, (transaction) =>
      patchSettings(services, transaction, organisationId, { email: `invoices@${organisationId}.example` }),
    )
    await this.#must('returnAddresses.create', { key: live, body: { name: 'Office', address: office } })
    const templateId = await this.#template(live)
    if (world.dice.chance(0.7))
      await this.#endpoint(live, `https://hooks.example.com/${organisationId.slice(-6)}/0`)
    for (const mode of ['live', 'test'] as const) {
      const account: Account = {
        organisationId,
        mode,
        key: mode === 'live' ? live : await newKey(services, organisationId, 'test', 'all'),
        templateIds: [templateId],
      }
      this.accounts.push(account)
      await this.#postflow(account, {})
      await this.#postflow(account, { approval: 'PER_ITEM' })
    }
  }

  async #endpoint(key: string, url: string): Promise<void> {
    const { id, secret } = await this.#must('webhooks.create', { key, body: { url, events: ['*'] } })
    this.world.chronicle.secrets.set(id, new Set([secret]))
  }

  async #template(key: string): Promise<string> {
    const body = {
      name: 'Greeting',
      productSpecificationId: sampleIds.a6,
      document: greetingCard('Hi {{firstName}}'),
    }
    const { id } = await this.#must('templates.create', { key, body })
    await this.#must('templates.publish', { key, params: { id } })
    return id
  }

  async #postflow({ key, templateIds }: Account, settings: Record<string, unknown>): Promise<void> {
    const body = { name: 'Greetings', templateId: templateIds[0], ...settings }
    const { id } = await this.#must('postflows.create', { key, body })
    await this.#must('postflows.activate', { key, params: { id } })
  }

  async #must(operation: string, call: Parameters<typeof callCore>[2]) {
    const { status, body } = await callCore(this.servers[0]!.core!, operation, call)
    if (status >= 300) throw new Error(`${operation} answered ${status}: ${JSON.stringify(body)}`)
    return body
  }
}

const newKey = async (
  services: Services,
  organisationId: string,
  mode: Mode,
  scopes: 'all' | string[],
): Promise<string> => (await createKey(services, { organisationId, mode, scopes, ...endOf(scopes) })).key

const operatorScopes = ['runs.manage', 'platform.admin', 'items.read', 'items.write', 'billing.read']
const newOperatorKeys = async (services: Services, organisationId: string) => ({
  live: await newKey(services, organisationId, 'live', operatorScopes),
  test: await newKey(services, organisationId, 'test', operatorScopes),
})

/** Who is told by mail that an endpoint was disabled. */
export const developerOf = (organisationId: string): string =>
  `developer@${organisationId}.example`.toLowerCase()
