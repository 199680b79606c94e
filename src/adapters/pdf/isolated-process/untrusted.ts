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

const { sentence } = inspectionSentences

export interface UntrustedLimits {
  inspect: Allowance
  workbook: Allowance
  compile: Allowance
  preview: Allowance
  picture: Allowance
  rasterise: Allowance
  /** How long a file may delay those of other organisations, in ms. */
  quickMs: number
  filesPerProcess: number
}

/** Two processes keep two processors busy. Each holds some 85 MB until it has been idle for a while. */
export const MAX_QUICK_TASKS = 2

const megabyte = 1_000_000

/** Harmless files of accepted sizes stay far below these limits. They are listed in `docs/limits.md`. */
export const untrustedLimits: UntrustedLimits = {
  // A CMYK photograph of 100 megapixels takes a quarter of the memory, an incompressible PNG of 49 MiB more
  // than half.
  inspect: { memoryBytes: 512 * megabyte, processorMs: 30_000 },
  // A workbook of two hundred thousand rows takes 175 MB and ten seconds.
  workbook: { memoryBytes: 256 * megabyte, processorMs: 60_000 },
  // Holds all assets of a template at once, and its static layer.
  compile: { memoryBytes: 512 * megabyte, processorMs: 60_000 },
  // Compiles and draws the preview image while the user waits.
  preview: { memoryBytes: 512 * megabyte, processorMs: 20_000 },
  picture: { memoryBytes: 512 * megabyte, processorMs: 20_000 },
  rasterise: { memoryBytes: 256 * megabyte, processorMs: 20_000 },
  quickMs: 750,
  filesPerProcess: 200,
}

export const createIsolatedUntrusted = (limits: UntrustedLimits = untrustedLimits): Untrusted => {
  const { quickMs, filesPerProcess } = limits
  const quickTasks = Math.min(MAX_QUICK_TASKS, availableParallelism())
  const queue = new UntrustedQueue({
    ...{ quickMs, filesPerProcess, quickTasks, slowTasks: 2 },
    ...{ idleMs: 120_000, unusedMs: 30_000 },
  })
  const run = async <Name extends TaskName & keyof UntrustedLimits>(
    name: Name,
    organisationId: string,
    input: (child: Child) => Promise<unknown>,
    { processorMs, memoryBytes }: Allowance = limits[name],
  ): Promise<Tasks[Name]['output']> => {
    const done = await queue.run({ name, organisationId, input, processorMs, memoryBytes })
    if ('output' in done) return done.output
    throw done.exceeded === 'memory'
      ? outOfMemory()
      : new FileTooComplex(sentence('file_too_complex.time', { seconds: processorMs / 1000 }))
  }
  /** Sends a template to each process once; again with `isWhole`, for a process that has evicted it. */
  const runPicture = ({ organisationId, template, ...input }: PictureInput, isWhole = false) =>
    run('picture', organisationId, async ({ templates }) => {
      const key = templateKey(template)
      if (!isWhole && templates.has(key)) return { ...input, template: { key } }
      templates.add(key)
      return { ...input, template: { key, template } }
    })
  return {
    inspect: ({ kind, face, organisationId, sizeBytes, read }) =>
      run(
        'inspect',
        organisationId,
        async () => ({ kind, face, bytes: new ByteStream(sizeBytes, await read()) }),
        kind === 'XLSX' ? limits.workbook : limits.inspect,
      ).then(unpackInspection, complexFinding),
    compile: (input) => run('compile', input.organisationId, async () => input).catch(complexFinding),
    preview: (input) =>
      run('preview', input.organisationId, async () => input)
        .catch(complexFinding)
        .then((preview) => ({ colours: {}, ...preview })),
    picture: async (input) => {
      const drawn = await runPicture(input)
      const again = drawn === 'resend' ? await runPicture(input, true) : drawn
      if (again === 'resend') throw new Error('The process lost the template of a picture')
      return again
    },
    rasterise: (pdf, { organisationId, ...options }) =>
      run('rasterise', organisationId, async () => ({ pdf: [streamOf(pdf)], ...options })),
    warm: () => queue.warm(),
    close: () => queue.close(),
  }
}

const outOfMemory = () => new FileTooComplex(sentence('file_too_complex.memory'))

/** Returns a finding for an exceeded limit (also of stack or WebAssembly memory). Throws other errors. */
const complexFinding = (error: unknown) => {
  const isExhausted =
    error instanceof TaskFailed && ['RangeError', 'RuntimeError', 'PageNotDrawn'].includes(error.name)
  const reason = isExhausted ? outOfMemory() : error
  if (!(reason instanceof FileTooComplex)) throw reason
  return {
    findings: [finding('error', reason.sentence)],
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
