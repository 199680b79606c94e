import type { TaskName } from '../tasks.ts'
import { Child, type Done } from './child.ts'
import type { Allowance } from './process.ts'

interface Organisation {
  /** Called when it gets a place, in the order in which they came. */
  waiting: (() => void)[]
  taken: number
}

export interface FairSemaphoreOptions {
  /** Whether a further place may be taken, beside so many. */
  mayBegin(taken: number): boolean
  /** Whether an organisation gets no place for now, however many are free. */
  isBarred(organisationId: string): boolean
}

/**
 * The places in which files are read, given out in turn: the next one goes to an organisation that has the fewest,
 * and of those to the one whose last turn is longest ago. So one has several only while no other waits.
 */
class FairSemaphore {
  readonly #options: FairSemaphoreOptions
  /** Those that have or await a place; the one whose turn is longest ago comes first. */
  readonly #organisations = new Map<string, Organisation>()
  #taken = 0

  constructor(options: FairSemaphoreOptions) {
    this.#options = options
  }

  get taken(): number {
    return this.#taken
  }

  /** Whether a file could be read at once if there were a place. */
  get isAwaited(): boolean {
    return this.#next() !== undefined
  }

  /** Whether an organisation has a place or awaits one. */
  has(organisationId: string): boolean {
    return this.#organisations.has(organisationId)
  }

  hasTaken(organisationId: string): boolean {
    return (this.#organisations.get(organisationId)?.taken ?? 0) > 0
  }

  /** Resolves once the organisation has a place, or a further one. */
  take(organisationId: string): Promise<void> {
    return new Promise((begin) => {
      this.#of(organisationId).waiting.push(begin)
      this.advance()
    })
  }

  /** Takes a place if there is one at once. */
  tryTake(organisationId: string): boolean {
    const { mayBegin, isBarred } = this.#options
    if (!mayBegin(this.#taken) || isBarred(organisationId)) return false
    this.#give(organisationId)
    return true
  }

  giveBack(organisationId: string): void {
    const organisation = this.#of(organisationId)
    organisation.taken--
    this.#taken--
    if (organisation.taken === 0 && organisation.waiting.length === 0)
      this.#organisations.delete(organisationId)
    this.advance()
  }

  /** Gives out what places there are; to be called when one becomes free or an organisation is barred no more. */
  advance(): void {
    for (;;) {
      const next = this.#options.mayBegin(this.#taken) ? this.#next() : undefined
      if (next === undefined) return
      const begin = this.#of(next).waiting.shift()!
      this.#give(next)
      begin()
    }
  }

  #next(): string | undefined {
    let best: [string, Organisation] | undefined
    for (const [id, organisation] of this.#organisations) {
      if (organisation.waiting.length === 0 || this.#options.isBarred(id)) continue
      if (!best || organisation.taken < best[1].taken) best = [id, organisation]
    }
    return best?.[0]
  }

  #give(organisationId: string): void {
    const organisation = this.#of(organisationId)
    organisation.taken++
    this.#taken++
    this.#organisations.delete(organisationId)
    this.#organisations.set(organisationId, organisation)
  }

  #of(organisationId: string): Organisation {
    let organisation = this.#organisations.get(organisationId)
    if (!organisation) {
      organisation = { waiting: [], taken: 0 }
      this.#organisations.set(organisationId, organisation)
    }
    return organisation
  }
}

export interface Task<Name extends TaskName> extends Allowance {
  name: Name
  /** The organisation that owns the file: organisations take turns. */
  organisationId: string
  /** What the process is given; called again where the task has to be restarted. */
  input(child: Child): Promise<unknown>
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
  /** How many tasks that do not run at a time. */
  quickTasks: number
  /** How many tasks that take longer run at a time. */
  slowTasks: number
  /** How long an idle process is kept. */
  idleMs: number
  /** How long one that was made ready is kept before its first task. */
  unusedMs: number
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
 * Runs tasks on untrusted files in separate processes, each with a cap on its memory and its time. Organisations
 * take turns; one has two tasks at a time where no other one waits, and a second process is ready. A task that
 * takes longer than `quickMs` moves to the slow lane, where it runs at low priority and alone of its organisation,
 * so that the next organisation waits `quickMs` at most for each task before its own. Where the slow lane is full
 * the task is stopped and restarted once it has room.
 */
export class UntrustedQueue {
  readonly #quick: FairSemaphore
  readonly #slow: FairSemaphore
  readonly #options: QueueOptions
  readonly #children = new Set<Child>()
  /** Processes without a task, with the timers that end them. */
  readonly #idle = new Map<Child, NodeJS.Timeout>()
  /** Those of them that are not ready yet. */
  readonly #warming = new Set<Child>()
  #closed = false

  constructor(options: QueueOptions) {
    this.#options = options
    this.#quick = new FairSemaphore({
      // Waiting for a process that has to be started would take longer than for one that is busy.
      mayBegin: (taken) => taken < options.quickTasks && (taken === 0 || this.#ready() !== undefined),
      isBarred: (organisationId) => this.#slow.has(organisationId),
    })
    this.#slow = new FairSemaphore({
      mayBegin: (taken) => taken < options.slowTasks,
      isBarred: (organisationId) => this.#slow.hasTaken(organisationId),
    })
  }

  /** Rejects with what `input` and the task reject with, and where no process can be started. */
  async do<Name extends TaskName>(task: Task<Name>): Promise<Done<Name>> {
    const { organisationId } = task
    const place = this.#quick.take(organisationId)
    this.#prepareAnother()
    await place
    let lane: FairSemaphore | undefined = this.#quick
    try {
      let run = this.#begin(task)
      // Its start is no fault of the file. Counted, it made every file of a busy machine a slow one, which needs another
      // process, which takes as long to start.
      await within(isReady(run), START_MS)
      const soon = await within(run.done, this.#options.quickMs)
      if (soon) return soon
      if (this.#slow.tryTake(organisationId)) {
        lane = this.#slow
        this.#quick.giveBack(organisationId)
      } else {
        await giveUp(run)
        const slowPlace = this.#slow.take(organisationId)
        lane = undefined
        this.#quick.giveBack(organisationId)
        await slowPlace
        lane = this.#slow
        run = this.#begin(task)
      }
      run.child.lowerPriority()
      const late = await within(run.done, task.processorMs * CLOCK_TIME_FACTOR)
      if (late) return late
      await giveUp(run)
      return { exceeded: 'time' }
    } finally {
      lane?.giveBack(organisationId)
      // The others of an organisation waited for its slow one.
      this.#quick.advance()
    }
  }

  /** Makes a process ready where there is none, so that the first file does not wait for its start. */
  warm(): void {
    if (!this.#closed && this.#children.size === 0) this.#prepare()
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const timer of this.#idle.values()) clearTimeout(timer)
    await Promise.all([...this.#children].map((child) => child.kill()))
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
      let done = await run.child.ask(task.name, await task.input(run.child), task)
      if ('exceeded' in done && !run.isGivenUp && (run.child.isWarm || run.child.files > 1)) {
        // What earlier files left behind in the process, or what it was made ready with, must not count against this file.
        await run.child.kill()
        run.child = this.#start()
        done = await run.child.ask(task.name, await task.input(run.child), task)
      }
      if (this.#closed && 'exceeded' in done) throw closed()
      isDone = 'output' in done
      return done
    } finally {
      const isWanted = isDone && !this.#closed && this.#idle.size < this.#options.quickTasks
      if (isWanted && this.#mayServeOn(run.child, task)) this.#keep(run.child)
      else {
        // Another one gets ready in its place.
        if (isWanted && this.#idle.size === 0) this.#prepare()
        await run.child.kill()
      }
    }
  }

  #mayServeOn(child: Child, { memoryBytes }: Allowance): boolean {
    const isWorn = child.files >= this.#options.filesPerProcess
    return !child.isSlow && !isWorn && child.residentBytes < memoryBytes * KEPT_SHARE
  }

  /** An idle process that is ready, or gets ready, or is started now. */
  #child(): Child {
    const child = this.#ready() ?? this.#idle.keys().next().value ?? this.#start()
    clearTimeout(this.#idle.get(child))
    this.#idle.delete(child)
    child.hold(true)
    return child
  }

  /** The one that was used last, so that the others end where one is enough. */
  #ready(): Child | undefined {
    return [...this.#idle.keys()].findLast((child) => !this.#warming.has(child))
  }

  #start(): Child {
    if (this.#closed) throw closed()
    const child = this.#options.start?.() ?? new Child()
    this.#children.add(child)
    void child.ended.then(() => {
      this.#children.delete(child)
      clearTimeout(this.#idle.get(child))
      this.#idle.delete(child)
      this.#warming.delete(child)
    })
    return child
  }

  /** Where a file waits for a process that is busy, and the next one could be read beside it. */
  #prepareAnother(): void {
    const isRoom = this.#quick.taken < this.#options.quickTasks && this.#idle.size === 0
    if (isRoom && this.#quick.isAwaited && !this.#closed) this.#prepare()
  }

  #prepare(): void {
    const child = this.#start()
    child.warm()
    this.#warming.add(child)
    this.#keep(child)
    const isReady = () => {
      this.#warming.delete(child)
      this.#quick.advance()
    }
    child.ready().then(isReady, () => undefined)
  }

  #keep(child: Child): void {
    child.hold(false)
    const { idleMs, unusedMs } = this.#options
    const timer = setTimeout(() => child.kill(), child.files === 0 ? unusedMs : idleMs)
    timer.unref()
    this.#idle.set(child, timer)
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
