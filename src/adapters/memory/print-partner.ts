import { concatenate } from '../../core/kernel/bytes.ts'
import type { PackageFile, PrintPartner } from '../../core/ports/print-partner.ts'
import { assertRunId, PackageFileNames } from '../print-folder/names.ts'
import { type ScriptedPrintPartner, withFaults } from './printer-faults.ts'

/** A file of a package: its name, its length, and its bytes where they are kept. */
export interface RecordedFile {
  name: string
  length: number
  bytes?: Uint8Array
}

/** The printer of tests: it records every package, and fails where a test says so. */
export interface MemoryPrintPartner extends ScriptedPrintPartner {
  /** Run id → the files of its package, in their order. */
  readonly packages: ReadonlyMap<string, readonly RecordedFile[]>
}

/** Options of a printer in memory. */
export interface MemoryPrintPartnerOptions {
  /** Name of the printer in runs; `memory` by default. */
  name?: string
  /** False to keep only names and lengths, for runs too large for memory. */
  keepBytes?: boolean
}

/** A printer that exists in memory only. */
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
