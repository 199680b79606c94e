import type { Mode } from '../../../src/core/kernel/mode.ts'
import type { Printers } from '../../../src/core/ports/print-partner.ts'
import type { Printing } from '../history.ts'
import type { Incarnation, Simulation } from '../simulation.ts'
import { newPlaceState, type PlaceState, placedPartner } from './place.ts'
import { createPrinter, type Printer } from './printer.ts'

/** All printers of an installation: that of the server's own settings, in both modes, and those of its rows. */
export class Fleet {
  readonly live: Printer
  readonly test: Printer
  /** `<mode>|<id of the row>` → the printer that stands there. */
  readonly #placed = new Map<string, PlaceState>()
  readonly #simulation: Simulation
  readonly #onWhole: (packageId: string) => void

  /** `onWhole` is called where a printer got a whole package. */
  constructor(simulation: Simulation, onWhole: (packageId: string) => void) {
    this.#simulation = simulation
    this.#onWhole = onWhole
    this.live = createPrinter(simulation, 'live', onWhole)
    this.test = createPrinter(simulation, 'test', onWhole)
  }

  /** Every printer goes away or comes back; all of them are there where no faults are injected. */
  toggle(): void {
    const { random, profile } = this.#simulation
    const printer = random.pick(this.#all)
    printer.isOffline = this.#simulation.faultOccurs(profile.printerFaults)
  }

  comeBack(): void {
    for (const printer of this.#all) printer.isOffline = false
  }

  get #all(): { isOffline: boolean }[] {
    return [this.live, this.test, ...this.#placed.values()]
  }

  /** The ways to the printers of rows, as one server has them. */
  waysOf(incarnation: Incarnation): Printers {
    const simulation = this.#simulation
    const partnerOf = (mode: Mode, id: string, kind: string): Printers['open'] => {
      const state = this.#stateOf(mode, id, kind)
      const at = { simulation, incarnation, state, onWhole: this.#onWhole }
      return (_printer, journal) => {
        const partner = placedPartner(at, journal)
        return simulation.injectedBug?.partner?.(partner, simulation) ?? partner
      }
    }
    return {
      open: (printer, journal) => partnerOf('live', printer.id, printer.kind)(printer, journal),
      twin: ({ id, kind, key }, journal) =>
        partnerOf('test', id, kind)({ id, key, kind, settings: {}, secret: undefined }, journal),
      refuse: () => undefined,
      readSecret: async () => ({ secret: '' }),
      ask: async ({ key }) => ({ ok: true, detail: `${key} is there.` }),
    }
  }

  #stateOf(mode: Mode, id: string, kind: string): PlaceState {
    const key = `${mode}|${id}`
    const state = this.#placed.get(key) ?? newPlaceState(key, kind === 'IPP' ? 'parts' : 'packages')
    this.#placed.set(key, state)
    return state
  }

  /** Whether some printer really has a whole run or remake, whatever it answered. */
  hasPrinted(packageId: string): boolean {
    return this.#complete(packageId).length > 0
  }

  /**
   * What a person says who looks whether a run or remake was printed. What came out in part is thrown away,
   * and what was said is noted: only after it may anything be printed once more.
   */
  look(packageId: string): boolean {
    const { history, trace } = this.#simulation
    const isPrinted = this.hasPrinted(packageId)
    const whole = new Set(this.#complete(packageId))
    for (const printing of this.#printingsOf(packageId))
      if (!whole.has(printing)) printing.isThrownAway = true
    if (!isPrinted) history.saidAbsent.add(packageId)
    trace.add('operator', () => `${packageId} is ${isPrinted ? 'there' : 'not there'}`)
    return isPrinted
  }

  #printingsOf(packageId: string): Printing[] {
    return this.#simulation.history.printings.filter((one) => one.runId === packageId && !one.isThrownAway)
  }

  /** The printings of attempts all of whose parts are on paper. */
  #complete(packageId: string): Printing[] {
    const byAttempt = Map.groupBy(this.#printingsOf(packageId), ({ attempt }) => attempt)
    return [...byAttempt.values()].filter((parts) => parts.length >= parts[0]!.of).flat()
  }
}
