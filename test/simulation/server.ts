import { createCsv } from '../../src/adapters/csv/csv.ts'
import { decodeCsv } from '../../src/adapters/csv/decode.ts'
import { inspectCsv } from '../../src/adapters/csv/inspect.ts'
import { createHolidays } from '../../src/adapters/holidays/holidays.ts'
import { createSeededRandom } from '../../src/adapters/memory/random.ts'
import { createMemoryOneTimeCodes, createMemoryPasswords } from '../../src/adapters/memory/sign-in.ts'
import { PrinterUnusable } from '../../src/adapters/print-package/place.ts'
import { decodeFormatted } from '../../src/adapters/xlsx/decode-formatted.ts'
import { encodeSheet } from '../../src/adapters/xlsx/encode.ts'
import { createXml } from '../../src/adapters/xml/xml.ts'
import { type Core, createCore } from '../../src/core/app/index.ts'
import { samples } from '../../src/core/features/products/samples/index.ts'
import { collect } from '../../src/core/kernel/bytes.ts'
// Loaded before the first seed: loading it during a run would take a varying number of event-loop turns.
import '../../src/core/app/jobs.ts'
import { LeaseLost } from '../../src/core/engine/jobs/runner.ts'
import { installCatalogue } from '../../src/core/features/products/install-catalogue.ts'
import type { Csv } from '../../src/core/ports/csv.ts'
import { AnotherAttempt } from '../../src/core/ports/print-partner.ts'
import type { Renderer } from '../../src/core/ports/renderer.ts'
import { StoreUnavailable } from '../../src/core/ports/store.ts'
import type { Log } from '../../src/core/ports/system.ts'
import { createFakeRenderer } from '../support/fake-renderer.ts'
import type { Cluster } from './cluster.ts'
import { blobsOf } from './ports/blobs.ts'
import { mailerOf, senderOf } from './ports/sender.ts'
import { storeOf } from './ports/store.ts'
import { type Incarnation, InjectedFault, NoAnswer, type Simulation } from './simulation.ts'

/** One server, which crashes and restarts many times on the same disk. */
export class Server {
  readonly name: string
  readonly #simulation: Simulation
  readonly #cluster: Cluster
  #incarnations = 0
  crashes = 0
  #incarnation: Incarnation | undefined
  #core: Core | undefined
  /** Rejects the requests of waiting clients. */
  #failRequests: (reason: Error) => void = () => {}
  #crashed: Promise<never> = new Promise(() => {})
  readonly #rounds = new Set<'jobs' | 'deliveries'>()

  constructor(simulation: Simulation, cluster: Cluster, name: string) {
    this.#simulation = simulation
    this.#cluster = cluster
    this.name = name
  }

  /** Undefined while the server is down or still starting. */
  get core(): Core | undefined {
    return this.#core
  }

  get isDown(): boolean {
    return this.#incarnation === undefined
  }

  /** Starts like `bin/instance/open.ts`. */
  async open(): Promise<void> {
    const incarnation: Incarnation = { name: `${this.name}.${++this.#incarnations}`, alive: true }
    this.#incarnation = incarnation
    this.#crashed = new Promise((_, reject) => {
      this.#failRequests = reject
    })
    this.#crashed.catch(() => {})
    this.#rounds.clear()
    this.#simulation.trace.add(incarnation.name, () => 'starts')
    const core = this.#makeCore(incarnation)
    try {
      await installCatalogue(core.services)
      if (this.#simulation.profile.servers === 1) {
        await core.scheduler.reap({ all: true })
        await core.webhooks.reap({ all: true })
      }
      this.#core = core
    } catch (error) {
      if (!isExpectedFailure(error)) throw error
      this.crash('could not start')
    }
  }

  crash(why = 'crashes'): void {
    if (!this.#incarnation) return
    this.crashes++
    const lost = this.#simulation.kill(this.#incarnation)
    this.#simulation.trace.add(
      this.#incarnation.name,
      () => `${why}${lost.length > 0 ? `, parked at: ${lost.join(', ')}` : ''}`,
    )
    this.#incarnation = undefined
    this.#core = undefined
    this.#failRequests(new NoAnswer('The server crashed.'))
  }

  /** Runs one round of a loop of the ticker (`src/server/ticker.ts`), unless one is running. */
  round(loop: 'jobs' | 'deliveries'): boolean {
    const core = this.#core
    const incarnation = this.#incarnation
    if (!core || this.#rounds.has(loop)) return false
    this.#rounds.add(loop)
    const work = loop === 'jobs' ? core.scheduler.look() : core.webhooks.pump()
    work
      .then(
        () => {},
        (error: unknown) => {
          if (!isExpectedFailure(error))
            this.#simulation.history.unexplainedErrors.push(`the loop of ${loop} failed: ${error}`)
        },
      )
      .finally(() => {
        if (incarnation === this.#incarnation) this.#rounds.delete(loop)
      })
    return true
  }

  /** Serves a client's request. Rejects with NoAnswer if the server is down or crashes. */
  async serve<T>(work: (core: Core) => Promise<T>): Promise<T> {
    if (!this.#core) throw new NoAnswer('The connection was refused.')
    return Promise.race([work(this.#core), this.#crashed])
  }

  #makeCore(incarnation: Incarnation): Core {
    const simulation = this.#simulation
    const cluster = this.#cluster
    return createCore(
      {
        store: storeOf(simulation, incarnation),
        clock: simulation.clock,
        random: createSeededRandom(`${simulation.seed} ${incarnation.name}`),
        crypto: cluster.crypto,
        blobs: blobsOf(simulation, incarnation, cluster.files),
        csv: trackedCsv(simulation),
        xml: createXml(),
        renderer: uncheckedRenderer(),
        webhookSender: senderOf(simulation, incarnation, (url) => cluster.behaviourOf(url)),
        passwords: createMemoryPasswords(),
        oneTimeCodes: createMemoryOneTimeCodes(),
        holidays: createHolidays(),
        sampleCatalogues: samples,
        mailer: mailerOf(simulation, incarnation),
        printPartners: {
          live: cluster.fleet.live.partnerOf(incarnation),
          test: cluster.fleet.test.partnerOf(incarnation),
        },
        printers: cluster.fleet.waysOf(incarnation),
        log: logOf(simulation, incarnation),
      },
      {
        baseUrl: 'https://mail.example',
        itemsPerPart: simulation.profile.itemsPerPart,
        webhookConcurrencyPerEndpoint: simulation.profile.perEndpoint,
      },
    )
  }
}

const csv = createCsv()
/** The parser uses its own streams without yield points, so the scheduler has to wait for them. */
const trackedCsv = (simulation: Simulation): Csv => ({
  encode: csv.encode,
  async *encodeSheet(rows, progress, options) {
    yield* tracked(simulation, encodeSheet(rows, progress, options))
  },
  inspect: async (chunks, country) => inspectCsv(inMemory(await collect(chunks)), country),
  async *decode(chunks, dialect) {
    yield* tracked(simulation, decodeCsv(inMemory(await collect(chunks)), dialect))
  },
  async *decodeFormatted(chunks, language) {
    yield* tracked(simulation, decodeFormatted(inMemory(await collect(chunks)), language))
  },
})

async function* tracked<T>(simulation: Simulation, batches: AsyncGenerator<T>): AsyncGenerator<T> {
  for (;;) {
    const next = await simulation.track(() => batches.next())
    if (next.done) return
    yield next.value
  }
}

async function* inMemory(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Returns a renderer that refuses text that does not fit only at rendering, as after a change of fonts. */
const uncheckedRenderer = (): Renderer => ({ ...createFakeRenderer(), check: async () => [] })

/** Errors that the core must expect: injected faults and their consequences. */
export const isExpectedFailure = (error: unknown): boolean =>
  error instanceof InjectedFault ||
  error instanceof StoreUnavailable ||
  error instanceof LeaseLost ||
  error instanceof PrinterUnusable ||
  error instanceof AnotherAttempt ||
  (error instanceof Error && error.cause !== undefined && isExpectedFailure(error.cause))

/** Returns a log that records every error that no injected fault explains, as a violation. */
const logOf = (simulation: Simulation, incarnation: Incarnation): Log => ({
  info() {},
  warn: (message) => simulation.trace.add(incarnation.name, () => `warns: ${message}`),
  error(message, fields) {
    const error = fields?.error
    simulation.trace.add(
      incarnation.name,
      () => `logs: ${message} ${error instanceof Error ? error.message : ''}`,
    )
    // An entry without an error reports a state to operators, such as an uncertain hand-over.
    if (error === undefined || isExpectedFailure(error)) return
    const { kind, job, operation, run } = fields ?? {}
    const about = JSON.stringify({ kind, job, operation, run })
    simulation.history.unexplainedErrors.push(
      `${message} ${about}: ${error instanceof Error ? error.stack : String(error)}`,
    )
  },
})
