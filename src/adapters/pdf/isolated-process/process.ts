import { WorkerPool } from '../pool.ts'
import type { TaskName, Tasks } from '../tasks.ts'
import { readFrames, writeFrame } from './frames.ts'

export interface ProcessRequest<Name extends TaskName = TaskName> extends Allowance {
  name: Name
  input: Tasks[Name]['input']
}

export interface Allowance {
  /** Resident memory of the whole process. */
  memoryBytes: number
  /** Processor time, so that a slow or busy machine accepts the same files as others. */
  processorMs: number
}

/** Messages of the process: `ready`, then an answer to each request. The process ends after `exceeded`. */
export type ProcessMessage =
  | { ready: true }
  | { exceeded: 'time' }
  | { output: unknown; residentBytes: number }
  | { error: { name: string; message: string }; residentBytes: number }

/** Interval of checks. Between two of them a process can allocate some tens of megabytes. */
const CHECK_EVERY_MS = 4

/**
 * Serves the process that parses untrusted files. A worker thread runs the tasks while this thread watches
 * the memory and processor time of the whole process, which no runtime limits. The process kills itself if it
 * exceeds the limits or the parent program has ended.
 */
export const serveIsolatedProcess = async (): Promise<void> => {
  const end = () => process.kill(process.pid, 'SIGKILL')
  const pool = new WorkerPool(1)
  const send = (message: ProcessMessage) => writeFrame(process.stdout, message)
  process.stdout.on('error', end)
  const answer = async ({ name, input, memoryBytes, processorMs }: ProcessRequest): Promise<void> => {
    const before = processorTime()
    const watch = setInterval(() => {
      if (process.memoryUsage.rss() > memoryBytes) end()
      if (processorTime() - before < processorMs) return
      clearInterval(watch)
      send({ exceeded: 'time' }).finally(end)
    }, CHECK_EVERY_MS)
    const result = await pool.run(name, input, bytesOf(input)).then(
      (output) => ({ output }),
      (error) => ({ error: { name: String(error?.name), message: String(error?.message ?? error) } }),
    )
    clearInterval(watch)
    await send({ ...result, residentBytes: process.memoryUsage.rss() })
  }
  try {
    await send({ ready: true })
    // Keeps reading while a task runs, because stdin ends with the parent.
    for await (const request of readFrames(process.stdin)) answer(request as ProcessRequest).catch(end)
  } finally {
    end()
  }
}

const processorTime = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Returns every byte array in a value, so that they are transferred to the thread instead of copied. */
const bytesOf = (value: unknown): Uint8Array[] => {
  if (value instanceof Uint8Array) return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(bytesOf)
}
