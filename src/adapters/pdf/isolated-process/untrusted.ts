import { availableParallelism } from 'node:os'
import { finding } from '../../../core/kernel/finding.ts'
import { FileTooComplex, type PictureInput } from '../../../core/ports/renderer.ts'
import { unpackInspection } from '../inspect/packed.ts'
import { templateKey } from '../render/batch.ts'
import { inspectionSentences } from '../sentences.ts'
import type { TaskName, Tasks } from '../tasks.ts'
import type { Untrusted } from '../untrusted.ts'
import { type Child, TaskFailed } from './child.ts'
import { ByteStream } from './frames.ts'
import type { Allowance } from './process.ts'
import { UntrustedQueue } from './queue.ts'

const { say } = inspectionSentences

export interface UntrustedLimits {
  inspect: Allowance
  /** Of a workbook. */
  workbook: Allowance
  compile: Allowance
  preview: Allowance
  picture: Allowance
  rasterise: Allowance
  /** How long, in ms, a file may delay those of other organisations. */
  quickMs: number
  /** After so many files another process takes over. */
  filesPerProcess: number
}

/** Two processes keep two processors busy; each holds some 85 MB until it has rested. */
export const MOST_QUICK_TASKS = 2

const megabyte = 1_000_000

/** Harmless files of the accepted sizes stay far below them; `docs/limits.md` prints them. */
export const untrustedLimits: UntrustedLimits = {
  // A CMYK photograph of 100 megapixels takes a quarter of it, a PNG of 49 MiB that does not compress more than half.
  inspect: { memoryBytes: 512 * megabyte, processorMs: 30_000 },
  // A list of two hundred thousand rows takes 175 MB and ten seconds.
  workbook: { memoryBytes: 256 * megabyte, processorMs: 60_000 },
  // All assets of a template at once, and the layer made of them.
  compile: { memoryBytes: 512 * megabyte, processorMs: 60_000 },
  // The same, with the picture; a person waits for it.
  preview: { memoryBytes: 512 * megabyte, processorMs: 20_000 },
  picture: { memoryBytes: 512 * megabyte, processorMs: 20_000 },
  rasterise: { memoryBytes: 256 * megabyte, processorMs: 20_000 },
  quickMs: 750,
  filesPerProcess: 200,
}

/**
 * Reads untrusted files in processes with capped memory and time, so that no file takes more than its limits.
 */
export const createIsolatedUntrusted = (limits: UntrustedLimits = untrustedLimits): Untrusted => {
  const { quickMs, filesPerProcess } = limits
  const quickTasks = Math.min(MOST_QUICK_TASKS, availableParallelism())
  const queue = new UntrustedQueue({
    ...{ quickMs, filesPerProcess, quickTasks, slowTasks: 2 },
    ...{ idleMs: 120_000, unusedMs: 30_000 },
  })
  const ask = async <Name extends TaskName & keyof UntrustedLimits>(
    name: Name,
    organisationId: string,
    input: (child: Child) => Promise<unknown>,
    { processorMs, memoryBytes }: Allowance = limits[name],
  ): Promise<Tasks[Name]['output']> => {
    const done = await queue.do({ name, organisationId, input, processorMs, memoryBytes })
    if ('output' in done) return done.output
    throw done.exceeded === 'memory'
      ? outOfMemory()
      : new FileTooComplex(say('file_too_complex.time', { seconds: processorMs / 1000 }))
  }
  /** The template goes to each process once; `isWhole` where one no longer has it. */
  const askPicture = ({ organisationId, template, ...input }: PictureInput, isWhole = false) =>
    ask('picture', organisationId, async ({ templates }) => {
      const key = templateKey(template)
      if (!isWhole && templates.has(key)) return { ...input, template: { key } }
      templates.add(key)
      return { ...input, template: { key, template } }
    })
  return {
    inspect: ({ kind, face, organisationId, sizeBytes, read }) =>
      ask(
        'inspect',
        organisationId,
        async () => ({ kind, face, bytes: new ByteStream(sizeBytes, await read()) }),
        kind === 'XLSX' ? limits.workbook : limits.inspect,
      ).then(unpackInspection, complexFinding),
    compile: (input) => ask('compile', input.organisationId, async () => input).catch(complexFinding),
    preview: (input) =>
      ask('preview', input.organisationId, async () => input)
        .catch(complexFinding)
        .then((preview) => ({ colours: {}, ...preview })),
    picture: async (input) => {
      const drawn = await askPicture(input)
      const again = drawn === 'resend' ? await askPicture(input, true) : drawn
      if (again === 'resend') throw new Error('The process cannot keep the template of one picture')
      return again
    },
    rasterise: (pdf, { organisationId, ...options }) =>
      ask('rasterise', organisationId, async () => ({ pdf: [streamOf(pdf)], ...options })),
    warm: () => queue.warm(),
    close: () => queue.close(),
  }
}

const outOfMemory = () => new FileTooComplex(say('file_too_complex.memory'))

/**
 * Makes a finding of exceeded limits, also where the thread ran out of memory, stack or the bounds of
 * WebAssembly.
 */
const complexFinding = (error: unknown) => {
  const isExhausted =
    error instanceof TaskFailed && ['RangeError', 'RuntimeError', 'PageNotDrawn'].includes(error.name)
  const reason = isExhausted ? outOfMemory() : error
  if (!(reason instanceof FileTooComplex)) throw reason
  return {
    findings: [finding('error', reason.said)],
  }
}

const streamOf = (chunks: readonly Uint8Array[]): ByteStream => {
  const each = async function* () {
    yield* chunks
  }
  return new ByteStream(
    chunks.reduce((length, chunk) => length + chunk.length, 0),
    each(),
  )
}
