import { type ChildProcess, spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { isolatedProcessCommand } from '../../platform/node/files.ts'
import type { TaskName, Tasks } from '../tasks.ts'
import { readFrames, writeFrame } from './frames.ts'
import type { Allowance, ProcessMessage, ProcessRequest } from './process.ts'

/**
 * The output of a task, or the limit that it exceeded. A process that ends without an answer took too much
 * memory, or crashed.
 */
export type Done<Name extends TaskName> = { output: Tasks[Name]['output'] } | { exceeded: 'memory' | 'time' }

/**
 * Lower than a server’s priority, so that long tasks yield to it; with 10 they hardly progressed where other
 * programs were busy.
 */
const LOW_PRIORITY = 5

const warming: Allowance = { memoryBytes: 256_000_000, processorMs: 20_000 }

/** A task's error; `name` is the name of the original error. */
export class TaskFailed extends Error {
  constructor({ name, message }: { name: string; message: string }) {
    super(message)
    this.name = name
  }
}

/** A process that runs one task after the other. */
export class Child {
  /** The number of files that it was given. */
  files = 0
  /** Whether it has loaded what pictures are drawn with, which stays in its memory. */
  isWarm = false
  /** The keys of the templates that it was sent. */
  readonly templates = new Set<string>()
  /** Its resident memory after the last of them. */
  residentBytes = 0
  /** Whether its priority was lowered. */
  isSlow = false
  readonly ended: Promise<void>
  readonly #process: ChildProcess
  readonly #messages: AsyncGenerator<unknown>
  #isReady: Promise<void> | undefined

  constructor() {
    const { file, args } = isolatedProcessCommand()
    // Its environment is empty: it gets no setting and no secret.
    this.#process = spawn(file, args, { env: {}, stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true })
    this.ended = new Promise((resolve) => {
      this.#process.once('exit', () => resolve())
      this.#process.once('error', () => resolve())
    })
    // A failed write to a process that has ended is handled where the write is awaited.
    this.#process.stdin!.on('error', () => {})
    this.#messages = readFrames(this.#process.stdout!)
  }

  /**
   * Runs a task in the process. Rejects with `TaskFailed` where the task throws, with the error of the bytes'
   * source, or where the process does not start.
   */
  async ask<Name extends TaskName>(
    name: Name,
    input: unknown,
    { memoryBytes, processorMs }: Allowance,
  ): Promise<Done<Name>> {
    await this.ready()
    this.files++
    return this.#exchange(name, input, { memoryBytes, processorMs })
  }

  /** Resolves once it takes a task. Rejects where it does not start. */
  ready(): Promise<void> {
    this.#isReady ??= this.#begin()
    return this.#isReady
  }

  /** Loads what pictures are drawn with, so that the first file does not wait for it. */
  warm(): void {
    this.isWarm = true
    this.#isReady = this.#begin().then(async () => {
      await this.#exchange('warm', {}, warming)
    })
    // A file that is given to it meanwhile is told so.
    this.#isReady.catch(() => this.kill())
  }

  async #exchange<Name extends TaskName>(
    name: Name,
    input: unknown,
    { memoryBytes, processorMs }: Allowance,
  ): Promise<Done<Name>> {
    const request = { name, input, memoryBytes, processorMs } as ProcessRequest
    let unwritten: unknown
    // The process may end, or answer with an error, while the request is still being written.
    const writing = writeFrame(this.#process.stdin!, request).catch((error) => {
      unwritten = error
      if (!isBrokenPipe(error)) this.kill()
    })
    const message = await this.#next()
    await writing
    if (unwritten !== undefined && !isBrokenPipe(unwritten)) throw unwritten
    if (!message || 'ready' in message) return { exceeded: 'memory' }
    if ('exceeded' in message) return message
    this.residentBytes = message.residentBytes
    if ('error' in message) throw new TaskFailed(message.error)
    return { output: message.output as Tasks[Name]['output'] }
  }

  /** Lowers the priority of the process. */
  lowerPriority(): void {
    this.isSlow = true
    try {
      if (this.#process.pid !== undefined) setPriority(this.#process.pid, LOW_PRIORITY)
    } catch {
      // The process has just ended, or the system refuses: then its priority stays.
    }
  }

  /** Sets whether the process keeps this program from ending, as it does while it runs a task. */
  hold(isHeld: boolean): void {
    for (const part of [this.#process, this.#process.stdin, this.#process.stdout]) {
      const handle = part as unknown as { ref?(): void; unref?(): void }
      if (isHeld) handle.ref?.()
      else handle.unref?.()
    }
  }

  /** Who waits for its end is kept alive until then, also where it was idle. */
  kill(): Promise<void> {
    this.hold(true)
    this.#process.kill('SIGKILL')
    return this.ended
  }

  async #begin(): Promise<void> {
    const message = await this.#next()
    if (message && 'ready' in message) return
    throw new Error('The process for untrusted files does not start')
  }

  async #next(): Promise<ProcessMessage | undefined> {
    try {
      return (await this.#messages.next()).value as ProcessMessage | undefined
    } catch {
      return undefined
    }
  }
}

const isBrokenPipe = (error: unknown): boolean =>
  ['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END'].includes(
    (error as NodeJS.ErrnoException).code ?? '',
  )
