import { concatenate } from '../../core/kernel/bytes.ts'
import type { HandOver, PackageFate, PackageFile, PrintPartner } from '../../core/ports/print-partner.ts'
import { assertRunId, PackageFileNames } from '../print-package/place.ts'

/**
 * Faults between this instance and a printer. `unavailable` lasts until it is changed. The others happen
 * once: `crash_before` stops the process in the middle of a package, `crash_after` after delivery but before
 * the response; `lost` is like `crash_after`, with the package already removed.
 */
export type PrinterFault =
  | { kind: 'unavailable'; reason: string }
  | { kind: 'crash_before' | 'crash_after' | 'lost' }

export interface ScriptedPrintPartner extends PrintPartner {
  /** Sets the fault; without an argument, clears it. */
  script(fault?: PrinterFault): void
  /** Sets the fate of an accepted package; by default it stays waiting. */
  becomes(runId: string, fate: PackageFate): void
}

/** The error of a scripted crash. */
export class PrinterCrash extends Error {}

/** Wraps a partner, so that faults can be scripted. */
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
      throw new PrinterCrash('The hand-over ended before its response, as scripted.')
    },
    becomes: (runId, fate) => void fates.set(runId, fate),
    discard: (runId, known) => partner.discard(runId, known),
    async ask() {
      if (fault?.kind === 'unavailable') return { ok: false, detail: fault.reason }
      return { ok: true, detail: `The printer ${partner.name} responds.` }
    },
    async fateOf(runId) {
      if (fault?.kind === 'unavailable') throw new Error(fault.reason)
      return fates.get(runId) ?? { state: 'waiting' }
    },
    find: async (runId) => (lost.has(runId) ? 'uncertain' : partner.find(runId)),
  }
}

/** Returns a copy of the package whose first file ends in a crash. */
const breakingOff = (handOver: HandOver): HandOver => {
  async function* content(source: AsyncIterable<Uint8Array>) {
    for await (const chunk of source) {
      yield chunk
      break
    }
    throw new PrinterCrash('The hand-over ended in the middle of a file, as scripted.')
  }
  async function* files() {
    for await (const file of handOver.files) yield { name: file.name, content: content(file.content) }
  }
  return { ...handOver, files: files() }
}

/** A package file, with its bytes if they are kept. */
export interface RecordedFile {
  name: string
  length: number
  bytes?: Uint8Array
}

/** A printer for tests that records every package and fails as scripted. */
export interface MemoryPrintPartner extends ScriptedPrintPartner {
  /** The files of each package, by run id. */
  readonly packages: ReadonlyMap<string, readonly RecordedFile[]>
}

/** Options of a printer in memory. */
export interface MemoryPrintPartnerOptions {
  /** Name of the printer in runs; `memory` by default. */
  name?: string
  /** False to keep only names and lengths, for runs too large for memory. */
  keepBytes?: boolean
}

/** Creates a printer in memory. */
export const createMemoryPrintPartner = (options: MemoryPrintPartnerOptions = {}): MemoryPrintPartner => {
  const { name = 'memory', keepBytes = true } = options
  const packages = new Map<string, readonly RecordedFile[]>()
  const discarded = new Set<string>()
  const partner: PrintPartner = {
    name,
    async handOver({ runId, files }) {
      assertRunId(runId)
      if (!packages.has(runId)) packages.set(runId, await record(files, keepBytes))
      return { outcome: 'delivered', reference: `${name}:${runId}` }
    },
    async find(runId) {
      assertRunId(runId)
      return packages.has(runId) || discarded.has(runId) ? 'delivered' : 'absent'
    },
    async discard(runId) {
      assertRunId(runId)
      if (packages.delete(runId)) discarded.add(runId)
    },
  }
  return { ...withFaults(partner), packages }
}

const record = async (files: AsyncIterable<PackageFile>, keepBytes: boolean): Promise<RecordedFile[]> => {
  const names = new PackageFileNames()
  const recorded: RecordedFile[] = []
  for await (const file of files) {
    names.add(file.name)
    const chunks: Uint8Array[] = []
    let length = 0
    for await (const chunk of file.content) {
      length += chunk.length
      if (keepBytes) chunks.push(chunk.slice())
    }
    recorded.push({ name: file.name, length, ...(keepBytes && { bytes: concatenate(chunks) }) })
  }
  return recorded
}
