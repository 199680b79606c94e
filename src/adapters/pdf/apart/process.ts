import { WorkerPool } from '../pool.ts'
import type { TaskName, Tasks } from '../tasks.ts'
import { readFrames, writeFrame } from './frames.ts'

/** What the process is asked, with what it may take for it. */
export interface Asked<Name extends TaskName = TaskName> extends Allowance {
  name: Name
  input: Tasks[Name]['input']
}

/** What one task may take. */
export interface Allowance {
  /** Resident memory of the whole process. */
  memoryBytes: number
  /** Processor time, so that a slow or busy machine refuses no file that another one takes. */
  processorMs: number
}

/** Its first word, and then an answer to each question, with the resident memory that it is left with. */
export type Told =
  | { ready: true }
  | { exceeded: 'time' }
  | { output: unknown; residentBytes: number }
  | { error: { name: string; message: string }; residentBytes: number }

/** Between two looks a process can take some tens of megabytes. */
const LOOK_EVERY_MS = 4

/**
 * The process that untrusted files are parsed in: a thread does the work, and this one looks what the whole process
 * takes, which no runtime limits by itself. It ends itself at once where that is too much, and when the program that started
 * it is gone.
 */
export const serveApart = async (): Promise<void> => {
  const end = () => process.kill(process.pid, 'SIGKILL')
  const pool = new WorkerPool(1)
  const tell = (told: Told) => writeFrame(process.stdout, told)
  process.stdout.on('error', end)
  const answer = async ({ name, input, memoryBytes, processorMs }: Asked): Promise<void> => {
    const before = processorTime()
    const watch = setInterval(() => {
      if (process.memoryUsage.rss() > memoryBytes) end()
      if (processorTime() - before < processorMs) return
      clearInterval(watch)
      tell({ exceeded: 'time' }).finally(end)
    }, LOOK_EVERY_MS)
    const told = await pool.ask(name, input, bytesOf(input)).then(
      (output) => ({ output }),
      (error) => ({ error: { name: String(error?.name), message: String(error?.message ?? error) } }),
    )
    clearInterval(watch)
    await tell({ ...told, residentBytes: process.memoryUsage.rss() })
  }
  try {
    await tell({ ready: true })
    // Read on while a task is under way: that is how the end of the other side is noticed.
    for await (const asked of readFrames(process.stdin)) answer(asked as Asked).catch(end)
  } finally {
    end()
  }
}

const processorTime = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Every array of bytes in a value, to be handed to the thread instead of copied. */
const bytesOf = (value: unknown): Uint8Array[] => {
  if (value instanceof Uint8Array) return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(bytesOf)
}
