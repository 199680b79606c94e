import type { Mode } from '../../../src/core/kernel/mode.ts'
import type { Printers } from '../../../src/core/ports/print-partner.ts'
import type { Printing } from '../history.ts'
import type { Incarnation, Simulation } from '../simulation.ts'
import { newPlaceState, type PlaceState, placedPartner } from './place.ts'
import { createPrinter, type Printer } from './printer.ts'

/** All printers of an installation: the configured one in both modes, and those of rows. */
export class Fleet {
  readonly live: Printer
  readonly test: Printer
  /** `<mode>|<row id>` → its printer. */
  readonly #placed = new Map<string, PlaceState>()
  readonly #simulation: Simulation
  readonly #onWhole: (packageId: string) => void

  /** `onWhole` is called when a printer has received a complete package. */
  constructor(simulation: Simulation, onWhole: (packageId: string) => void) {
    this.#simulation = simulation
    this.#onWhole = onWhole
    this.live = createPrinter(simulation, 'live', onWhole)
    this.test = createPrinter(simulation, 'test', onWhole)
  }

  /** Makes one random printer unavailable with the probability of printer faults, and otherwise available. */
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

  /** Returns one server's transports to the printers of rows. */
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
      ask: async ({ key }) => ({ ok: true, detail: `${key} is available.` }),
    }
  }

  #stateOf(mode: Mode, id: string, kind: string): PlaceState {
    const key = `${mode}|${id}`
    const state = this.#placed.get(key) ?? newPlaceState(key, kind === 'IPP' ? 'parts' : 'packages')
    this.#placed.set(key, state)
    return state
  }

  /** True if some printer has a complete run or remake, whatever it answered. */
  hasPrinted(packageId: string): boolean {
    return this.#complete(packageId).length > 0
  }

  /**
   * Returns whether a run or remake was printed, as an operator reports it. Removes partial output, and
   * records packages reported as not printed: only they may be printed again.
   */
  look(packageId: string): boolean {
    const { history, trace } = this.#simulation
    const isPrinted = this.hasPrinted(packageId)
    const whole = new Set(this.#complete(packageId))
    for (const printing of this.#printingsOf(packageId))
      if (!whole.has(printing)) printing.isThrownAway = true
    if (!isPrinted) history.reportedAbsent.add(packageId)
    trace.add('operator', () => `${packageId} is ${isPrinted ? 'there' : 'not there'}`)
    return isPrinted
  }

  #printingsOf(packageId: string): Printing[] {
    return this.#simulation.history.printings.filter((one) => one.runId === packageId && !one.isThrownAway)
  }

  /** Returns the printings of attempts with all of their parts. */
  #complete(packageId: string): Printing[] {
    const byAttempt = Map.groupBy(this.#printingsOf(packageId), ({ attempt }) => attempt)
    return [...byAttempt.values()].filter((parts) => parts.length >= parts[0]!.of).flat()
  }
}
