import type { HandOver, PackageFile, PrintPartner } from '../../../src/core/ports/print-partner.ts'
import { type Incarnation, InjectedFault, type Simulation } from '../simulation.ts'

/** A piece in the manifest of a package. */
export interface PackagedPiece {
  id: string
  sequence: number
  /** Name of the part that holds it. */
  part: string
}

/** Returns the pieces of a package in the order of its manifest. */
export const readPackage = async (files: AsyncIterable<PackageFile>): Promise<PackagedPiece[]> => {
  let manifest = ''
  for await (const { name, content } of files) {
    const decoder = new TextDecoder()
    let text = ''
    for await (const chunk of content)
      if (name === 'manifest.json') text += decoder.decode(chunk, { stream: true })
    if (name === 'manifest.json') manifest = text
  }
  return (JSON.parse(manifest) as { items: PackagedPiece[] }).items
}

/** The simulated printer, whose state survives crashes of servers. */
export interface Printer {
  isOffline: boolean
  partnerOf(incarnation: Incarnation): PrintPartner
}

/**
 * Creates a printer that prints every complete package, except of runs that it has recorded. It may lose its
 * record of a run (`lost`), and then answers that the outcome is uncertain.
 */
export const createPrinter = (
  simulation: Simulation,
  name: string,
  onWhole: (packageId: string) => void,
): Printer => {
  const known = new Set<string>()
  const lost = new Set<string>()
  const { history, profile, trace } = simulation

  const forget = (incarnation: Incarnation, runId: string) => {
    known.delete(runId)
    lost.add(runId)
    trace.add(incarnation.name, () => `the printer loses its record of ${runId}`)
  }
  const maybeBreakOff = (incarnation: Incarnation, runId: string, when: string) => {
    if (!simulation.faultOccurs(profile.printerFaults)) return
    if (simulation.random.chance(0.4)) forget(incarnation, runId)
    trace.add(incarnation.name, () => `the hand-over of ${runId} breaks off ${when}`)
    throw new InjectedFault(`The simulated hand-over broke off ${when}.`)
  }

  const handOver = async (incarnation: Incarnation, { runId, files }: HandOver) => {
    await simulation.yieldPoint(incarnation, 'hands a run over')
    if (printer.isOffline)
      return { outcome: 'unavailable' as const, reason: 'The simulated printer is offline.' }
    maybeBreakOff(incarnation, runId, 'before the package is complete')
    const pieces = await readPackage(files)
    await simulation.yieldPoint(incarnation, 'has written the whole package')
    if (!known.has(runId)) {
      known.add(runId)
      lost.delete(runId)
      const itemIds = pieces.map(({ id }) => id)
      const sequences = pieces.map(({ sequence }) => sequence)
      const at = simulation.clock.now()
      history.printings.push({ runId, printer: name, at, itemIds, sequences, attempt: '', of: 1 })
      onWhole(runId)
      trace.add(incarnation.name, () => `the printer prints ${runId}: ${itemIds.join(' ')}`)
    }
    await simulation.yieldPoint(incarnation, 'has handed a run over')
    maybeBreakOff(incarnation, runId, 'after the printer accepted it')
    return { outcome: 'delivered' as const, reference: `${name}:${runId}` }
  }

  const printer: Printer = {
    isOffline: false,
    partnerOf: (incarnation) => {
      const partner: PrintPartner = {
        name,
        handOver: (package_) => handOver(incarnation, package_),
        async find(runId) {
          await simulation.yieldPoint(incarnation, 'asks the printer')
          if (lost.has(runId)) return 'uncertain'
          return known.has(runId) ? 'delivered' : 'absent'
        },
        async discard() {
          await simulation.yieldPoint(incarnation, 'discards a package')
        },
      }
      return simulation.injectedBug?.partner?.(partner, simulation) ?? partner
    },
  }
  return printer
}
