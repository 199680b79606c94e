import { office } from '../../examples/support/organisation.ts'
import { createMemoryBlobs } from '../../src/adapters/memory/blobs.ts'
import { createCrypto } from '../../src/adapters/system/crypto.ts'
import type { Core } from '../../src/core/app/index.ts'
import type { Services } from '../../src/core/engine/services.ts'
import { transact } from '../../src/core/engine/transact.ts'
import { setSeller } from '../../src/core/features/billing/seller.ts'
import { patchSettings } from '../../src/core/features/billing/settings.ts'
import { topUp } from '../../src/core/features/billing/top-ups.ts'
import { createKey } from '../../src/core/features/developers/keys.ts'
import { createOrganisation } from '../../src/core/features/organisations/manage.ts'
import { sampleIds } from '../../src/core/features/products/install-catalogue.ts'
import { callbackUrl } from '../../src/core/features/runs/printing/callback.ts'
import type { Mode } from '../../src/core/kernel/mode.ts'
import { minuteMs } from '../../src/core/kernel/time.ts'
import { runOfHandOver } from '../../src/core/model/runs.ts'
import { everyone } from '../../src/core/ports/store.ts'
import { seller } from '../support/billing.ts'
import { greetingCard } from '../support/greeting-card.ts'
import { signIn } from '../support/portal.ts'
import { callCore, endOf } from '../support/shop.ts'
import { capKeys, capOrganisation } from './clients/caps.ts'
import { Fleet } from './ports/fleet.ts'
import { type Behaviour, behaviours } from './ports/sender.ts'
import { Server } from './server.ts'
import { setUpPrinters } from './set-up-printers.ts'
import { NoAnswer, type Simulation } from './simulation.ts'

/** One organisation in one mode, with everything its clients need. */
export interface Account {
  organisationId: string
  mode: Mode
  key: string
  /** Published templates. */
  templateIds: readonly string[]
}

/** Everything in a simulation: servers, printers, webhook receivers, and the clients' accounts. */
export class Cluster {
  readonly simulation: Simulation
  readonly files = createMemoryBlobs()
  readonly crypto = createCrypto(new Uint8Array(32).fill(7))
  readonly fleet: Fleet
  /** Ids of printers other than the configured one. */
  printerIds: readonly string[] = []
  readonly servers: readonly Server[]
  readonly accounts: Account[] = []
  /** Organisation id → API keys of operators. */
  readonly operatorKeys = new Map<string, { live: string; test: string }>()
  readonly #behaviours = new Map<string, Behaviour>()

  constructor(simulation: Simulation) {
    this.simulation = simulation
    this.fleet = new Fleet(simulation, (packageId) => this.#printerReports(packageId))
    this.servers = Array.from(
      { length: simulation.profile.servers },
      (_, index) => new Server(simulation, this, `server${index + 1}`),
    )
  }

  /** Returns the behaviour of a receiver, decided at its first request. */
  behaviourOf(url: string): Behaviour {
    let behaviour = this.#behaviours.get(url)
    if (!behaviour) {
      behaviour = this.simulation.faultOccurs(this.simulation.profile.receiverFaults)
        ? this.simulation.random.pick(behaviours)
        : 'healthy'
      this.#behaviours.set(url, behaviour)
    }
    return behaviour
  }

  changeBehaviour(): void {
    const urls = [...this.#behaviours.keys()]
    if (urls.length === 0) return
    const url = this.simulation.random.pick(urls)
    const behaviour = this.simulation.faultOccurs(this.simulation.profile.receiverFaults)
      ? this.simulation.random.pick(behaviours)
      : 'healthy'
    this.#behaviours.set(url, behaviour)
    this.simulation.trace.add('receiver', () => `${url} is now ${behaviour}`)
  }

  /** A random server, up or down, as a load balancer without health checks would choose it. */
  get anyServer(): Server {
    return this.simulation.random.pick(this.servers)
  }

  /** Opens the servers and creates organisations with keys, a template, Postflows and usually a balance. */
  async setUp(): Promise<void> {
    const { simulation } = this
    for (const server of this.servers) await server.open()
    // Top-ups and invoices need a seller.
    const { services } = this.servers[0]!.core!
    await setSeller(services, seller)
    this.printerIds = await setUpPrinters(services, simulation.random, simulation.profile.printers)
    for (let number = 1; number <= simulation.profile.organisations; number++)
      await this.#createOrganisation(number)
  }

  /** Lets a printer report a complete run twice, at times, whether or not the server got its answer. */
  #printerReports(runId: string): void {
    const { simulation } = this
    if (runOfHandOver(runId) !== runId || !simulation.faultOccurs(0.1)) return
    for (let times = 0; times < 2; times++) void this.#report(runId, simulation.random.integer(10 * minuteMs))
  }

  async #report(runId: string, inMs: number): Promise<void> {
    await this.simulation.yieldPoint(undefined, 'a printer reports', inMs)
    const report = async (core: Core) => {
      const token = new URL(callbackUrl(core.services, runId)).searchParams.get('token')!
      const call = { key: null, params: { id: runId }, query: { token }, body: { event: 'ACCEPTED' } }
      const { status } = await callCore(core, 'runs.callback', call)
      this.simulation.trace.add('printer', () => `reports that it has ${runId} → ${status}`)
    }
    await this.anyServer.serve(report).catch((error: unknown) => {
      if (!(error instanceof NoAnswer)) throw error
    })
  }

  /** Replaces the operators' keys, which may have expired during the simulation. */
  async renewOperatorKeys(): Promise<void> {
    const { services } = this.servers[0]!.core!
    for (const id of this.operatorKeys.keys()) {
      this.operatorKeys.set(id, await newOperatorKeys(services, id))
    }
  }

  async #createOrganisation(number: number): Promise<void> {
    const { simulation } = this
    const { services } = this.servers[0]!.core!
    const { id: organisationId } = await createOrganisation(services, {
      name: `Organisation ${number}`,
      timeZone: simulation.random.pick(['UTC', 'Europe/Amsterdam', 'America/New_York']),
    })
    const live = await newKey(services, organisationId, 'live', 'all')
    this.operatorKeys.set(organisationId, await newOperatorKeys(services, organisationId))
    if (simulation.random.chance(0.25)) {
      const billingMode = 'MONTHLY' as const
      await simulation.disk.write((rows) =>
        rows.organisations.update(everyone, organisationId, { billingMode }),
      )
    } else {
      await topUp(services, { organisationId, amountCents: simulation.random.pick([300, 2_000, 100_000]) })
    }
    await signIn(services, { organisationId, role: 'developer', email: developerOf(organisationId) })
    await transact(services, (transaction) =>
      patchSettings(services, transaction, organisationId, { email: `invoices@${organisationId}.example` }),
    )
    const { random } = simulation
    const core = this.servers[0]!.core!
    if (random.chance(0.4)) await capOrganisation(core, organisationId, random.pick([300, 1_000, 5_000]))
    if (random.chance(0.3)) await capKeys(core, organisationId, random.pick([90, 300, 1_000]))
    await this.#must('returnAddresses.create', { key: live, body: { name: 'Office', address: office } })
    const templateId = await this.#template(live)
    if (simulation.random.chance(0.7))
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
    this.simulation.history.secrets.set(id, new Set([secret]))
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

/** The address that gets mail about a disabled endpoint. */
export const developerOf = (organisationId: string): string =>
  `developer@${organisationId}.example`.toLowerCase()
