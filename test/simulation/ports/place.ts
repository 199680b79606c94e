import { createPackagePartner } from '../../../src/adapters/print-package/partner.ts'
import {
  namedFiles,
  noneStopped,
  type PackagePlace,
  PrinterUnusable,
} from '../../../src/adapters/print-package/place.ts'
import type { HandOverJournal, PrintPartner } from '../../../src/core/ports/print-partner.ts'
import { type Incarnation, InjectedFault, type Simulation } from '../simulation.ts'
import { type PackagedPiece, readPackage } from './printer.ts'

/** Thrown if the printer certainly printed nothing. */
class Refused extends Error {}

interface Incoming {
  pieces: PackagedPiece[]
  isStopped: boolean
}

/** A printer's own state, which survives crashes of servers. */
export interface PlaceState {
  readonly name: string
  /** Packages appear in one step, as in a folder or over SFTP, or each part is printed separately. */
  readonly kind: 'packages' | 'parts'
  isOffline: boolean
  /** `<package>|<attempt>` → written but not published. */
  readonly incoming: Map<string, Incoming>
  /** Complete packages that the printer has not taken yet. */
  readonly packages: Set<string>
}

export const newPlaceState = (name: string, kind: PlaceState['kind']): PlaceState => ({
  name,
  kind,
  isOffline: false,
  incoming: new Map(),
  packages: new Set(),
})

/** A printer as one server reaches it. */
interface At {
  simulation: Simulation
  incarnation: Incarnation
  state: PlaceState
  /** Called when a complete package has appeared. */
  onWhole(packageId: string): void
}

/**
 * A printer behind the real steps of a hand-over (`adapters/print-package`) and the real journal. It may be
 * unavailable at any step, disconnect before or after accepting something, and take packages unseen.
 */
export const placedPartner = (at: At, journal: HandOverJournal): PrintPartner =>
  createPackagePartner({
    name: at.state.name,
    journal,
    at: async (packageId, body) => {
      await step(at, 'reaches for a printer')
      return body(at.state.kind === 'packages' ? packagesAt(at, packageId) : partsAt(at, packageId))
    },
  })

/** Parks before a request to the printer. Throws PrinterUnusable if the printer is unavailable then. */
const step = async (at: At, what: string): Promise<void> => {
  await at.simulation.yieldPoint(at.incarnation, what)
  assertThere(at)
}

const assertThere = ({ state }: At): void => {
  if (state.isOffline) throw new PrinterUnusable(`The simulated printer ${state.name} is unavailable.`)
}

const breakOff = ({ simulation, incarnation, state }: At, when: string): void => {
  if (!simulation.faultOccurs(simulation.profile.printerFaults)) return
  simulation.trace.add(incarnation.name, () => `the hand-over to ${state.name} breaks off ${when}`)
  throw new InjectedFault(`The simulated hand-over broke off ${when}.`)
}

const print = (
  { simulation, incarnation, state }: At,
  packageId: string,
  pieces: readonly PackagedPiece[],
  parts: { attempt: string; of: number },
): void => {
  simulation.history.printings.push({
    runId: packageId,
    printer: state.name,
    at: simulation.clock.now(),
    itemIds: pieces.map(({ id }) => id),
    sequences: pieces.map(({ sequence }) => sequence),
    ...parts,
  })
  simulation.trace.add(
    incarnation.name,
    () => `${state.name} prints ${packageId}: ${pieces.map(({ id }) => id).join(' ')}`,
  )
}

/** Returns the steps that are the same for both kinds of printer. */
const basis = (at: At, packageId: string) => {
  const { state } = at
  const keyOf = (attempt: string) => `${packageId}|${attempt}`
  return {
    reference: `${state.name}:${packageId}`,
    assertRight: async () => assertThere(at),
    async begin(attempt) {
      await step(at, 'begins a package')
      state.incoming.set(keyOf(attempt), { pieces: [], isStopped: false })
    },
    async hasBegun(attempt) {
      await step(at, 'looks after its package')
      return state.incoming.get(keyOf(attempt))?.isStopped === false
    },
    async write(attempt, { files }) {
      const pieces = await readPackage(namedFiles(files))
      await step(at, 'has written a package')
      breakOff(at, 'before the package is complete')
      const own = state.incoming.get(keyOf(attempt))
      if (!own) throw new Refused('The started package is gone.')
      own.pieces = pieces
      return JSON.stringify({ parts: partsOf(pieces).size })
    },
    async remove(attempt) {
      await step(at, 'removes what it has written')
      state.incoming.delete(keyOf(attempt))
    },
    keep: async () => assertThere(at),
    async discard() {
      await step(at, 'discards a package')
      state.packages.delete(packageId)
    },
    isRefusal: (error) => error instanceof Refused || error instanceof PrinterUnusable,
    asUnusable(error) {
      if (error instanceof PrinterUnusable) return error
      if (error instanceof Refused || error instanceof InjectedFault)
        return new PrinterUnusable(error.message, { cause: error })
      throw error
    },
  } satisfies Partial<PackagePlace>
}

const partsOf = (pieces: readonly PackagedPiece[]): Map<string, PackagedPiece[]> =>
  Map.groupBy(pieces, ({ part }) => part)

/** A folder: earlier attempts can be stopped permanently, and the printer takes packages. */
const packagesAt = (at: At, packageId: string): PackagePlace => {
  const { simulation, state, onWhole } = at
  const keyOf = (attempt: string) => `${packageId}|${attempt}`
  return {
    ...basis(at, packageId),
    async isThere() {
      await step(at, 'looks for a package')
      return state.packages.has(packageId)
    },
    async publish(attempt) {
      await step(at, 'publishes a package')
      breakOff(at, 'before the package appears')
      if (state.packages.has(packageId)) return 'taken'
      const own = state.incoming.get(keyOf(attempt))
      if (!own || own.isStopped) throw new Refused('Another attempt has stopped this one.')
      state.incoming.delete(keyOf(attempt))
      state.packages.add(packageId)
      print(at, packageId, own.pieces, { attempt, of: 1 })
      onWhole(packageId)
      if (simulation.faultOccurs(simulation.profile.printerFaults / 2)) state.packages.delete(packageId)
      await simulation.yieldPoint(at.incarnation, 'has published a package')
      breakOff(at, 'after the printer accepted it')
      return 'published'
    },
    async stop(except) {
      await step(at, 'stops other attempts')
      const stopped = new Set<string>()
      for (const [key, incoming] of state.incoming) {
        const [id, attempt] = key.split('|')
        if (id !== packageId || attempt === except) continue
        incoming.isStopped = true
        stopped.add(attempt!)
      }
      return {
        has: (attempt) => stopped.has(attempt),
        async remove() {
          await step(at, 'removes stopped attempts')
          for (const attempt of stopped) state.incoming.delete(keyOf(attempt))
        },
      }
    },
  }
}

/** An office printer that holds no jobs: an interruption between two parts leaves some of them printed. */
const partsAt = (at: At, packageId: string): PackagePlace => {
  const { simulation, incarnation, state, onWhole } = at
  const printedOf = (attempt: string) =>
    simulation.history.printings.filter((one) => one.runId === packageId && one.attempt === attempt).length
  return {
    ...basis(at, packageId),
    isThere: async () => false,
    async publish(attempt) {
      const own = state.incoming.get(`${packageId}|${attempt}`)
      if (!own) throw new Refused('The started package is gone.')
      const parts = [...partsOf(own.pieces).values()]
      for (const [index, pieces] of parts.entries()) {
        try {
          await step(at, 'sends a part')
          if (index > 0) breakOff(at, 'between two parts')
        } catch (error) {
          if (index === 0) throw error
          throw new Error(`${index} parts were printed.`, { cause: error })
        }
        print(at, packageId, pieces, { attempt, of: parts.length })
      }
      onWhole(packageId)
      await simulation.yieldPoint(incarnation, 'has sent all parts')
      breakOff(at, 'after the printer accepted it')
      return 'published'
    },
    stop: async () => noneStopped,
    async outcomeOf({ attempt, note }) {
      await step(at, 'asks for jobs')
      const { parts = -1 } = JSON.parse(note ?? '{}') as { parts?: number }
      return printedOf(attempt) === parts ? 'delivered' : 'unknown'
    },
  }
}
