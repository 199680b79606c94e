import { type ChildProcess, spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { isolatedProcessCommand } from '../../platform/node/files.ts'
import type { TaskName, Tasks } from '../tasks.ts'
import { readFrames, writeFrame } from './frames.ts'
import type { Allowance, ProcessMessage, ProcessRequest } from './process.ts'

/** The output of a task, or the limit that it exceeded: `memory` also if the process crashed. */
export type TaskResult<Name extends TaskName> =
  | { output: Tasks[Name]['output'] }
  | { exceeded: 'memory' | 'time' }

/** Lower priority than the server's: long tasks yield to it. With 10 they stall on busy machines. */
const LOW_PRIORITY = 5

const warming: Allowance = { memoryBytes: 256_000_000, processorMs: 20_000 }

/** An error thrown by a task; `name` is that of the original error. */
export class TaskFailed extends Error {
  constructor({ name, message }: { name: string; message: string }) {
    super(message)
    this.name = name
  }
}

export class Child {
  files = 0
  /** True once the process loads the drawing engine, which stays in its memory. */
  isWarm = false
  readonly templates = new Set<string>()
  residentBytes = 0
  isSlow = false
  readonly ended: Promise<void>
  readonly #process: ChildProcess
  readonly #messages: AsyncGenerator<unknown>
  #isReady: Promise<void> | undefined

  constructor() {
    const { file, args } = isolatedProcessCommand()
    // The environment is empty, so that the process gets no settings and no secrets.
    this.#process = spawn(file, args, { env: {}, stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true })
    this.ended = new Promise((resolve) => {
      this.#process.once('exit', () => resolve())
      this.#process.once('error', () => resolve())
    })
    // Failed writes are handled where they are awaited.
    this.#process.stdin!.on('error', () => {})
    this.#messages = readFrames(this.#process.stdout!)
  }

  /** Runs a task. Rejects if it throws (`TaskFailed`), its byte source fails, or the process can't start. */
  async run<Name extends TaskName>(
    name: Name,
    input: unknown,
    { memoryBytes, processorMs }: Allowance,
  ): Promise<TaskResult<Name>> {
    await this.ready()
    this.files++
    return this.#exchange(name, input, { memoryBytes, processorMs })
  }

  /** Resolves once the process accepts tasks. Rejects if it doesn't start. */
  ready(): Promise<void> {
    this.#isReady ??= this.#awaitReady()
    return this.#isReady
  }

  /** Loads the drawing engine before the first file. */
  warm(): void {
    this.isWarm = true
    this.#isReady = this.#awaitReady().then(async () => {
      await this.#exchange('warm', {}, warming)
    })
    // A file assigned in the meantime gets the rejection from `ready`.
    this.#isReady.catch(() => this.kill())
  }

  async #exchange<Name extends TaskName>(
    name: Name,
    input: unknown,
    { memoryBytes, processorMs }: Allowance,
  ): Promise<TaskResult<Name>> {
    const request = { name, input, memoryBytes, processorMs } as ProcessRequest
    let unwritten: unknown
    // The process may end or answer with an error while the request is being written.
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

  lowerPriority(): void {
    this.isSlow = true
    try {
      if (this.#process.pid !== undefined) setPriority(this.#process.pid, LOW_PRIORITY)
    } catch {
      // The process has just ended or the system refuses, so its priority stays.
    }
  }

  /** Sets whether the process keeps this program alive, as it should while running a task. */
  hold(isHeld: boolean): void {
    for (const part of [this.#process, this.#process.stdin, this.#process.stdout]) {
      const handle = part as unknown as { ref?(): void; unref?(): void }
      if (isHeld) handle.ref?.()
      else handle.unref?.()
    }
  }

  /** Keeps this program alive until the process has ended. */
  kill(): Promise<void> {
    this.hold(true)
    this.#process.kill('SIGKILL')
    return this.ended
  }

  async #awaitReady(): Promise<void> {
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
