import type { TaskName } from '../tasks.ts'
import { Child, type Done } from './child.ts'
import { Places } from './places.ts'
import type { Allowance } from './process.ts'

export interface Task<Name extends TaskName> extends Allowance {
  name: Name
  /** Whose it is: organisations take turns, and each has one at a time. */
  organisationId: string
  /** Asked again where the task has to be begun again. */
  input(): Promise<unknown>
}

interface Run<Name extends TaskName> {
  child: Child
  done: Promise<Done<Name>>
  /** Its process was ended from here. */
  isGivenUp: boolean
}

export interface DeskOptions {
  /** How long a task may keep the others waiting before it is moved to where it holds up nobody. */
  quickMs: number
  /** Tasks at a time that take longer. */
  slowPlaces: number
  /** A process that has nothing to do ends after so long. */
  idleMs: number
}

/** WebAssembly's memory only grows, and fonts that were opened stay: a process serves so many files and goes. */
const FILES_PER_PROCESS = 25
/** What a process may keep and still be given the next file, as a share of what it may reach. */
const KEPT_SHARE = 0.6
/** Times the processor time that a task may take: a process that gets so little, or waits for something, is given up. */
export const PATIENCE = 3

/**
 * Where files of strangers are read: in processes of their own, each with a cap on its memory and its time. Every
 * organisation has one file on the desk at a time. A file that is not done soon goes on elsewhere, at low priority, so that the
 * next organisation's waits `quickMs` at most for each one before it; where all those places are taken it is put
 * back, and begun again when one is free.
 */
export class Desk {
  readonly #quick = new Places(1)
  readonly #slow: Places
  readonly #options: DeskOptions
  readonly #lastOf = new Map<string, Promise<unknown>>()
  readonly #children = new Set<Child>()
  #idle: Child | undefined
  #idleTimer: NodeJS.Timeout | undefined
  #closed = false

  constructor(options: DeskOptions) {
    this.#options = options
    this.#slow = new Places(options.slowPlaces)
  }

  /** Rejects with what `input` and the task reject with, and where no process can be started. */
  do<Name extends TaskName>(task: Task<Name>): Promise<Done<Name>> {
    const { organisationId } = task
    const before = this.#lastOf.get(organisationId) ?? Promise.resolve()
    const done = before.then(() => this.#serve(task))
    const settled = done
      .catch(() => undefined)
      .then(() => {
        if (this.#lastOf.get(organisationId) === settled) this.#lastOf.delete(organisationId)
      })
    this.#lastOf.set(organisationId, settled)
    return done
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#idleTimer)
    await Promise.all([...this.#children].map((child) => child.kill()))
  }

  async #serve<Name extends TaskName>(task: Task<Name>): Promise<Done<Name>> {
    await this.#quick.take()
    let place: Places | undefined = this.#quick
    try {
      let run = this.#begin(task)
      const soon = await within(run.done, this.#options.quickMs)
      if (soon) return soon
      if (this.#slow.hasFree) {
        await this.#slow.take()
        this.#quick.give()
        place = this.#slow
      } else {
        await giveUp(run)
        this.#quick.give()
        place = undefined
        await this.#slow.take()
        place = this.#slow
        run = this.#begin(task)
      }
      run.child.makeWay()
      const late = await within(run.done, task.processorMs * PATIENCE)
      if (late) return late
      await giveUp(run)
      return { exceeded: 'time' }
    } finally {
      place?.give()
    }
  }

  #begin<Name extends TaskName>(task: Task<Name>): Run<Name> {
    const run = { child: this.#child(), isGivenUp: false } as Run<Name>
    run.done = this.#ask(run, task)
    // Where it is given up nobody waits for it any more.
    run.done.catch(() => {})
    return run
  }

  async #ask<Name extends TaskName>(run: Run<Name>, task: Task<Name>): Promise<Done<Name>> {
    let isFit = false
    try {
      let done = await run.child.ask(task.name, await task.input(), task)
      if ('exceeded' in done && !run.isGivenUp && run.child.files > 1) {
        // What earlier files have left behind in the process is none of this one's doing.
        await run.child.kill()
        run.child = this.#start()
        done = await run.child.ask(task.name, await task.input(), task)
      }
      if (this.#closed && 'exceeded' in done) throw closed()
      isFit = 'output' in done && this.#mayServeOn(run.child, task)
      return done
    } finally {
      if (isFit && !this.#idle && !this.#closed) this.#keep(run.child)
      else await run.child.kill()
    }
  }

  #mayServeOn(child: Child, { memoryBytes }: Allowance): boolean {
    return !child.isSlow && child.files < FILES_PER_PROCESS && child.residentBytes < memoryBytes * KEPT_SHARE
  }

  #child(): Child {
    clearTimeout(this.#idleTimer)
    const child = this.#idle ?? this.#start()
    this.#idle = undefined
    child.hold(true)
    return child
  }

  #start(): Child {
    if (this.#closed) throw closed()
    const child = new Child()
    this.#children.add(child)
    void child.ended.then(() => {
      this.#children.delete(child)
      if (this.#idle === child) this.#idle = undefined
    })
    return child
  }

  #keep(child: Child): void {
    this.#idle = child
    child.hold(false)
    this.#idleTimer = setTimeout(() => child.kill(), this.#options.idleMs)
    this.#idleTimer.unref()
  }
}

const giveUp = (run: Run<TaskName>): Promise<void> => {
  run.isGivenUp = true
  return run.child.kill()
}

const closed = () => new Error('The renderer is closed')

/** What the promise gives, or undefined where it gives nothing in time. */
const within = async <T>(promise: Promise<T>, ms: number): Promise<T | undefined> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
