import { type ChildProcess, spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { apartCommand } from '../../platform/node/files.ts'
import type { TaskName, Tasks } from '../tasks.ts'
import { readFrames, writeFrame } from './frames.ts'
import type { Allowance, Asked, Told } from './process.ts'

/** What it answers, or what it has taken too much of. A process that just ends took too much memory, or crashed. */
export type Done<Name extends TaskName> = { output: Tasks[Name]['output'] } | { exceeded: 'memory' | 'time' }

/** Lower than a server’s, so that what takes long makes way; with 10 it hardly got on at all where other programs were busy. */
const LOW_PRIORITY = 5

/** What the task threw; `name` is that of the error. */
export class TaskFailed extends Error {
  constructor({ name, message }: { name: string; message: string }) {
    super(message)
    this.name = name
  }
}

/** A process that does one task after the other. */
export class Child {
  /** Files that it was given. */
  files = 0
  /** Its resident memory after the last of them. */
  residentBytes = 0
  /** Whether others go first. */
  isSlow = false
  readonly ended: Promise<void>
  readonly #process: ChildProcess
  readonly #told: AsyncGenerator<unknown>
  #isReady: Promise<void> | undefined

  constructor() {
    const { file, args } = apartCommand()
    // Of its surroundings it is told nothing: no setting, and no secret.
    this.#process = spawn(file, args, { env: {}, stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true })
    this.ended = new Promise((resolve) => {
      this.#process.once('exit', () => resolve())
      this.#process.once('error', () => resolve())
    })
    // Writing to a process that is gone fails where it is awaited.
    this.#process.stdin!.on('error', () => {})
    this.#told = readFrames(this.#process.stdout!)
  }

  /** Rejects with what the task throws, with what its bytes' source does, or where the process does not start. */
  async ask<Name extends TaskName>(
    name: Name,
    input: unknown,
    { memoryBytes, processorMs }: Allowance,
  ): Promise<Done<Name>> {
    this.#isReady ??= this.#begin()
    await this.#isReady
    this.files++
    const asked = { name, input, memoryBytes, processorMs } as Asked
    let unwritten: unknown
    // It may end, or answer that it cannot, while it is still being told.
    const writing = writeFrame(this.#process.stdin!, asked).catch((error) => {
      unwritten = error
      if (!isBrokenPipe(error)) this.kill()
    })
    const told = await this.#next()
    await writing
    if (unwritten !== undefined && !isBrokenPipe(unwritten)) throw unwritten
    if (!told || 'ready' in told) return { exceeded: 'memory' }
    if ('exceeded' in told) return told
    this.residentBytes = told.residentBytes
    if ('error' in told) throw new TaskFailed(told.error)
    return { output: told.output as Tasks[Name]['output'] }
  }

  /** From now on others go first. */
  makeWay(): void {
    this.isSlow = true
    try {
      if (this.#process.pid !== undefined) setPriority(this.#process.pid, LOW_PRIORITY)
    } catch {
      // It has just ended, or the system does not let us: then it goes on as it is.
    }
  }

  /** Whether it keeps this program from ending: while it has something to do. */
  hold(isHeld: boolean): void {
    for (const part of [this.#process, this.#process.stdin, this.#process.stdout]) {
      const handle = part as unknown as { ref?(): void; unref?(): void }
      if (isHeld) handle.ref?.()
      else handle.unref?.()
    }
  }

  kill(): Promise<void> {
    this.#process.kill('SIGKILL')
    return this.ended
  }

  async #begin(): Promise<void> {
    const told = await this.#next()
    if (told && 'ready' in told) return
    throw new Error('The process for untrusted files does not start')
  }

  async #next(): Promise<Told | undefined> {
    try {
      return (await this.#told.next()).value as Told | undefined
    } catch {
      return undefined
    }
  }
}

const isBrokenPipe = (error: unknown): boolean =>
  ['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END'].includes(
    (error as NodeJS.ErrnoException).code ?? '',
  )
