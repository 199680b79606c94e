import type { TaskName } from '../tasks.ts'
import { Child, type Done } from './child.ts'
import type { Allowance } from './process.ts'
import { Semaphore } from './semaphore.ts'

export interface Task<Name extends TaskName> extends Allowance {
  name: Name
  /** The organisation that owns the file: organisations take turns, and each has one task at a time. */
  organisationId: string
  /** Called again where the task has to be restarted. */
  input(): Promise<unknown>
}

interface Run<Name extends TaskName> {
  child: Child
  done: Promise<Done<Name>>
  /** True once the queue has killed its process. */
  isGivenUp: boolean
}

export interface QueueOptions {
  /** How long a task may delay the others before it is moved to the slow lane. */
  quickMs: number
  /** How many tasks that take longer run at a time. */
  slowTasks: number
  /** How long an idle process is kept. */
  idleMs: number
  /** A process is replaced after so many files, because WebAssembly's memory only grows and opened fonts stay. */
  filesPerProcess: number
  /** Starts a process; another one in tests. */
  start?: () => Child
}

/**
 * The share of its memory limit that a process may hold and still be given the next file: on Node it has 165 MB of 256
 * after the first one. A file that the rest is too small for is read once more by another process.
 */
const KEPT_SHARE = 0.8
/** A process that takes longer to start does not start. */
const START_MS = 30_000
/**
 * A task may take this many times its limit of processor time on the clock; a process that is starved or
 * blocked for longer is killed.
 */
export const CLOCK_TIME_FACTOR = 3

/**
 * Runs tasks on untrusted files in separate processes, each with a cap on its memory and its time. Every
 * organisation has one task at a time. A task that takes longer than `quickMs` moves to the slow lane, where
 * it runs at low priority, so that the next organisation waits `quickMs` at most for each task before its
 * own. Where the slow lane is full the task is stopped and restarted once it has room.
 */
export class UntrustedQueue {
  readonly #quick = new Semaphore(1)
  readonly #slow: Semaphore
  readonly #options: QueueOptions
  readonly #lastOf = new Map<string, Promise<unknown>>()
  readonly #children = new Set<Child>()
  #idle: Child | undefined
  #idleTimer: NodeJS.Timeout | undefined
  #closed = false

  constructor(options: QueueOptions) {
    this.#options = options
    this.#slow = new Semaphore(options.slowTasks)
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
    await this.#quick.acquire()
    let lane: Semaphore | undefined = this.#quick
    try {
      let run = this.#begin(task)
      // Its start is no fault of the file. Counted, it made every file of a busy machine a slow one, which needs another
      // process, which takes as long to start.
      await within(isReady(run), START_MS)
      const soon = await within(run.done, this.#options.quickMs)
      if (soon) return soon
      if (this.#slow.hasFree) {
        await this.#slow.acquire()
        this.#quick.release()
        lane = this.#slow
      } else {
        await giveUp(run)
        this.#quick.release()
        lane = undefined
        await this.#slow.acquire()
        lane = this.#slow
        run = this.#begin(task)
      }
      run.child.lowerPriority()
      const late = await within(run.done, task.processorMs * CLOCK_TIME_FACTOR)
      if (late) return late
      await giveUp(run)
      return { exceeded: 'time' }
    } finally {
      lane?.release()
    }
  }

  #begin<Name extends TaskName>(task: Task<Name>): Run<Name> {
    const run = { child: this.#child(), isGivenUp: false } as Run<Name>
    run.done = this.#ask(run, task)
    // Once it is given up, its rejection is not awaited.
    run.done.catch(() => {})
    return run
  }

  async #ask<Name extends TaskName>(run: Run<Name>, task: Task<Name>): Promise<Done<Name>> {
    let isDone = false
    try {
      let done = await run.child.ask(task.name, await task.input(), task)
      if ('exceeded' in done && !run.isGivenUp && run.child.files > 1) {
        // Memory that earlier files left behind in the process must not count against this file.
        await run.child.kill()
        run.child = this.#start()
        done = await run.child.ask(task.name, await task.input(), task)
      }
      if (this.#closed && 'exceeded' in done) throw closed()
      isDone = 'output' in done
      return done
    } finally {
      if (isDone && !this.#idle && !this.#closed) this.#keep(this.#successorOf(run.child, task))
      if (this.#idle !== run.child) await run.child.kill()
    }
  }

  /** The process for the next file: the same, or one that is getting ready in its place. */
  #successorOf(child: Child, task: Allowance): Child {
    if (this.#mayServeOn(child, task)) return child
    const next = this.#start()
    next.warm()
    return next
  }

  #mayServeOn(child: Child, { memoryBytes }: Allowance): boolean {
    const isWorn = child.files >= this.#options.filesPerProcess
    return !child.isSlow && !isWorn && child.residentBytes < memoryBytes * KEPT_SHARE
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
    const child = this.#options.start?.() ?? new Child()
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

/** What keeps it from starting is told by its task. */
const isReady = ({ child }: Run<TaskName>): Promise<void> => child.ready().catch(() => undefined)

const giveUp = (run: Run<TaskName>): Promise<void> => {
  run.isGivenUp = true
  return run.child.kill()
}

const closed = () => new Error('The renderer is closed')

/** The value of the promise, or undefined where it takes longer than `ms`. */
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
