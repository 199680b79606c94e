import type { HandOver, PackageFate, PrintPartner } from '../../core/ports/print-partner.ts'

/**
 * Faults between this instance and a printer. `unavailable`: nothing is accepted, until a test changes it.
 * The others happen once: `crash_before` stops the process in the middle of a package, `crash_after` after
 * its delivery but before the answer, and `lost` likewise, with the package already taken away.
 */
export type PrinterFault =
  | { kind: 'unavailable'; reason: string }
  | { kind: 'crash_before' | 'crash_after' | 'lost' }

export interface ScriptedPrintPartner extends PrintPartner {
  /** Sets the fault that happens from now on; none where it is left out. */
  script(fault?: PrinterFault): void
  /** Sets what became of a package that it took; without this it prints for ever. */
  becomes(runId: string, fate: PackageFate): void
}

/** The error of a scripted crash. */
export class PrinterCrash extends Error {}

/** A print partner that works like `partner` until a fault is set. */
export const withFaults = (partner: PrintPartner): ScriptedPrintPartner => {
  let fault: PrinterFault | undefined
  const lost = new Set<string>()
  const fates = new Map<string, PackageFate>()

  return {
    name: partner.name,
    script(next) {
      fault = next
    },
    async handOver(handOver) {
      const now = fault
      if (now?.kind === 'unavailable') return { outcome: 'unavailable', reason: now.reason }
      fault = undefined
      if (now?.kind === 'crash_before') return partner.handOver(breakingOff(handOver))
      const result = await partner.handOver(handOver)
      if (!now) {
        lost.delete(handOver.runId)
        return result
      }
      if (now.kind === 'lost') lost.add(handOver.runId)
      throw new PrinterCrash('The hand-over ended before its answer, as the script says.')
    },
    becomes: (runId, fate) => void fates.set(runId, fate),
    discard: (runId, known) => partner.discard(runId, known),
    async ask() {
      if (fault?.kind === 'unavailable') return { ok: false, detail: fault.reason }
      return { ok: true, detail: `The printer ${partner.name} is there.` }
    },
    async fateOf(runId) {
      if (fault?.kind === 'unavailable') throw new Error(fault.reason)
      return fates.get(runId) ?? { state: 'waiting' }
    },
    find: async (runId) => (lost.has(runId) ? 'uncertain' : partner.find(runId)),
  }
}

/** A copy of the package whose first file ends in a crash. */
const breakingOff = (handOver: HandOver): HandOver => {
  async function* content(source: AsyncIterable<Uint8Array>) {
    for await (const chunk of source) {
      yield chunk
      break
    }
    throw new PrinterCrash('The hand-over ended in the middle of a file, as the script says.')
  }
  async function* files() {
    for await (const file of handOver.files) yield { name: file.name, content: content(file.content) }
  }
  return { ...handOver, files: files() }
}
