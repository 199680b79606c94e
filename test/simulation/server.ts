import { createCsv } from '../../src/adapters/csv/csv.ts'
import { decodeCsv, inspectCsv } from '../../src/adapters/csv/decode.ts'
import { createMemoryOneTimeCodes } from '../../src/adapters/memory/one-time-codes.ts'
import { createMemoryPasswords } from '../../src/adapters/memory/passwords.ts'
import { createSeededRandom } from '../../src/adapters/memory/random.ts'
import { createXml } from '../../src/adapters/xml/xml.ts'
import { type Core, createCore } from '../../src/core/app/index.ts'
import { collect } from '../../src/core/kernel/bytes.ts'
// Loaded before the first world: a module that is loaded on the way takes as long as it takes.
import '../../src/core/app/jobs.gen.ts'
import { LeaseLost } from '../../src/core/engine/jobs/runner.ts'
import { installCatalogue } from '../../src/core/features/products/catalogue.ts'
import type { Csv } from '../../src/core/ports/csv.ts'
import type { Log } from '../../src/core/ports/log.ts'
import type { Renderer } from '../../src/core/ports/renderer.ts'
import { StoreUnavailable } from '../../src/core/ports/store.ts'
import { createFakeRenderer } from '../support/fake-renderer.ts'
import { blobsOf } from './ports/blobs.ts'
import { mailerOf } from './ports/mailer.ts'
import { senderOf } from './ports/sender.ts'
import { storeOf } from './ports/store.ts'
import type { Town } from './town.ts'
import { type Life, Misfortune, NoAnswer, type World } from './world.ts'

/** One server process: it dies and is started again, over and over, on the same disk. */
export class Server {
  readonly name: string
  readonly #world: World
  readonly #town: Town
  #lives = 0
  crashes = 0
  #life: Life | undefined
  #core: Core | undefined
  /** Rejects what clients wait for when it dies. */
  #die: (reason: Error) => void = () => {}
  #death: Promise<never> = new Promise(() => {})
  readonly #rounds = new Set<'jobs' | 'deliveries'>()

  constructor(world: World, town: Town, name: string) {
    this.#world = world
    this.#town = town
    this.name = name
  }

  /** Undefined while it is down or still starting. */
  get core(): Core | undefined {
    return this.#core
  }

  get isDown(): boolean {
    return this.#life === undefined
  }

  /** Starts as `bin/instance/open.ts` does. */
  async open(): Promise<void> {
    const life: Life = { name: `${this.name}.${++this.#lives}`, alive: true }
    this.#life = life
    this.#death = new Promise((_, reject) => {
      this.#die = reject
    })
    this.#death.catch(() => {})
    this.#rounds.clear()
    this.#world.story.tell(life.name, () => 'starts')
    const core = this.#makeCore(life)
    try {
      await installCatalogue(core.services)
      if (this.#world.profile.servers === 1) {
        await core.scheduler.reap({ all: true })
        await core.webhooks.reap({ all: true })
      }
      this.#core = core
    } catch (error) {
      if (!isMisfortune(error)) throw error
      this.crash('could not start')
    }
  }

  crash(why = 'crashes'): void {
    if (!this.#life) return
    this.crashes++
    const lost = this.#world.bury(this.#life)
    this.#world.story.tell(
      this.#life.name,
      () => `${why}${lost.length > 0 ? ` while it ${lost.join(', ')}` : ''}`,
    )
    this.#life = undefined
    this.#core = undefined
    this.#die(new NoAnswer('The server died.'))
  }

  /** One round of the ticker's loops (`src/server/ticker.ts`), unless one is under way. */
  round(loop: 'jobs' | 'deliveries'): boolean {
    const core = this.#core
    const life = this.#life
    if (!core || this.#rounds.has(loop)) return false
    this.#rounds.add(loop)
    const work = loop === 'jobs' ? core.scheduler.look() : core.webhooks.pump()
    work
      .then(
        () => {},
        (error: unknown) => {
          if (!isMisfortune(error)) this.#world.chronicle.wrong.push(`the loop of ${loop} failed: ${error}`)
        },
      )
      .finally(() => {
        if (life === this.#life) this.#rounds.delete(loop)
      })
    return true
  }

  /** What a client asks of it; rejects where the server is not there, or dies meanwhile. */
  async serve<T>(work: (core: Core) => Promise<T>): Promise<T> {
    if (!this.#core) throw new NoAnswer('The connection was refused.')
    return Promise.race([work(this.#core), this.#death])
  }

  #makeCore(life: Life): Core {
    const world = this.#world
    const town = this.#town
    return createCore(
      {
        store: storeOf(world, life),
        clock: world.clock,
        random: createSeededRandom(`${world.seed} ${life.name}`),
        crypto: town.crypto,
        blobs: blobsOf(world, life, town.files),
        csv: patientCsv(world),
        xml: createXml(),
        renderer: lateRenderer(),
        webhookSender: senderOf(world, life, (url) => town.moodOf(url)),
        passwords: createMemoryPasswords(),
        oneTimeCodes: createMemoryOneTimeCodes(),
        mailer: mailerOf(world, life),
        printPartners: { live: town.printers.live.partnerOf(life), test: town.printers.test.partnerOf(life) },
        log: logOf(world, life),
      },
      {
        baseUrl: 'https://mail.example',
        itemsPerPart: world.profile.itemsPerPart,
        webhookConcurrencyPerEndpoint: world.profile.perEndpoint,
      },
    )
  }
}

const csv = createCsv()
/** The parser works in streams of its own, which come to no point. */
const patientCsv = (world: World): Csv => ({
  encode: csv.encode,
  inspect: async (chunks) => inspectCsv(inMemory(await collect(chunks))),
  async *decode(chunks, dialect) {
    const records = decodeCsv(inMemory(await collect(chunks)), dialect)
    for (;;) {
      const next = await world.during(() => records.next())
      if (next.done) return
      yield next.value
    }
  },
})

async function* inMemory(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** What does not fit shows only when the run is drawn, as where a font changed in between. */
const lateRenderer = (): Renderer => ({ ...createFakeRenderer(), check: async () => [] })

export const isMisfortune = (error: unknown): boolean =>
  error instanceof Misfortune || error instanceof StoreUnavailable || error instanceof LeaseLost

/** An error that nothing of the world's explains is a fault. */
const logOf = (world: World, life: Life): Log => ({
  info() {},
  warn: (message) => world.story.tell(life.name, () => `warns: ${message}`),
  error(message, fields) {
    const error = fields?.error
    world.story.tell(life.name, () => `logs: ${message} ${error instanceof Error ? error.message : ''}`)
    // Without an error it is a state that people are told of, such as an uncertain hand-over.
    if (error === undefined || isMisfortune((error as { cause?: unknown })?.cause ?? error)) return
    const { kind, job, operation, run } = fields ?? {}
    const about = JSON.stringify({ kind, job, operation, run })
    world.chronicle.wrong.push(`${message} ${about}: ${error instanceof Error ? error.stack : String(error)}`)
  },
})
