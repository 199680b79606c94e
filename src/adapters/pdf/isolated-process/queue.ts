import type { TaskName } from '../tasks.ts'
import { Child, type TaskResult } from './child.ts'
import type { Allowance } from './process.ts'

interface Organisation {
  /** Callbacks that receive a slot, in order of arrival. */
  waiting: (() => void)[]
  taken: number
}

interface FairSemaphoreOptions {
  /** Whether another slot may be acquired in addition to those in use. */
  mayAcquire(taken: number): boolean
  /** Whether an organisation may not acquire a slot now, however many are free. */
  isBarred(organisationId: string): boolean
}

/**
 * Distributes slots for reading files fairly: the next slot goes to the waiting organisation that holds the
 * fewest, and among several to the least recently served. So an organisation gets a second slot only while no
 * other is waiting for its first.
 */
class FairSemaphore {
  readonly #options: FairSemaphoreOptions
  /** Organisations that hold or await a slot, the least recently served first. */
  readonly #organisations = new Map<string, Organisation>()
  #taken = 0

  constructor(options: FairSemaphoreOptions) {
    this.#options = options
  }

  get taken(): number {
    return this.#taken
  }

  /** Whether a file waits only for a free slot. */
  get isAwaited(): boolean {
    return this.#next() !== undefined
  }

  has(organisationId: string): boolean {
    return this.#organisations.has(organisationId)
  }

  hasTaken(organisationId: string): boolean {
    return (this.#organisations.get(organisationId)?.taken ?? 0) > 0
  }

  acquire(organisationId: string): Promise<void> {
    return new Promise((begin) => {
      this.#of(organisationId).waiting.push(begin)
      this.advance()
    })
  }

  tryAcquire(organisationId: string): boolean {
    const { mayAcquire, isBarred } = this.#options
    if (!mayAcquire(this.#taken) || isBarred(organisationId)) return false
    this.#assign(organisationId)
    return true
  }

  release(organisationId: string): void {
    const organisation = this.#of(organisationId)
    organisation.taken--
    this.#taken--
    if (organisation.taken === 0 && organisation.waiting.length === 0)
      this.#organisations.delete(organisationId)
    this.advance()
  }

  /** Hands out available slots. Call it when one becomes free or an organisation is no longer barred. */
  advance(): void {
    for (;;) {
      const next = this.#options.mayAcquire(this.#taken) ? this.#next() : undefined
      if (next === undefined) return
      const begin = this.#of(next).waiting.shift()!
      this.#assign(next)
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

  #assign(organisationId: string): void {
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
  /** The owner of the file, for fairness between organisations. */
  organisationId: string
  /** Creates the task's input; called again if the task is restarted. */
  input(child: Child): Promise<unknown>
}

interface Run<Name extends TaskName> {
  child: Child
  done: Promise<TaskResult<Name>>
  /** True once the queue has killed its process. */
  isAbandoned: boolean
}

interface QueueOptions {
  /** How long a task may delay others before it moves to the slow lane. */
  quickMs: number
  quickTasks: number
  slowTasks: number
  idleMs: number
  /** How long a prepared process is kept before its first task. */
  unusedMs: number
  /** Files after which a process is replaced, because WebAssembly memory only grows and opened fonts stay. */
  filesPerProcess: number
  /** Starts a process; replaced in tests. */
  start?: () => Child
}

/**
 * The share of its memory limit that a process may hold and still receive the next file: on Node a process
 * holds 165 MB of 256 after the first file. If the rest is too small for a file, a new process rereads it.
 */
const KEPT_SHARE = 0.8
/** How long the start of a process is excluded from the quick time. */
const START_MS = 30_000
/** Wall-clock time allowed for each unit of processor time; a process starved or blocked longer is killed. */
export const CLOCK_TIME_FACTOR = 3

/**
 * Runs tasks on untrusted files in separate processes with limits on memory and time. Slots are shared fairly
 * between organisations; one organisation runs two tasks at a time only if no other waits and a second
 * process is ready. A task that exceeds `quickMs` moves to the slow lane, where it runs at low priority and
 * as the only one of its organisation, so that each task ahead delays another organisation by `quickMs` at
 * most. If the slow lane is full, the task is stopped and restarted once there is a slot.
 */
export class UntrustedQueue {
  readonly #quick: FairSemaphore
  readonly #slow: FairSemaphore
  readonly #options: QueueOptions
  readonly #children = new Set<Child>()
  /** Idle processes with the timers that end them. */
  readonly #idle = new Map<Child, NodeJS.Timeout>()
  readonly #warming = new Set<Child>()
  #closed = false

  constructor(options: QueueOptions) {
    this.#options = options
    this.#quick = new FairSemaphore({
      // Starting another process takes longer than waiting for a busy one.
      mayAcquire: (taken) => taken < options.quickTasks && (taken === 0 || this.#ready() !== undefined),
      isBarred: (organisationId) => this.#slow.has(organisationId),
    })
    this.#slow = new FairSemaphore({
      mayAcquire: (taken) => taken < options.slowTasks,
      isBarred: (organisationId) => this.#slow.hasTaken(organisationId),
    })
  }

  /** Resolves with `exceeded` beyond a limit. Rejects if `input` or the task does, or no process starts. */
  async run<Name extends TaskName>(task: Task<Name>): Promise<TaskResult<Name>> {
    const { organisationId } = task
    const slot = this.#quick.acquire(organisationId)
    this.#prepareAnother()
    await slot
    let lane: FairSemaphore | undefined = this.#quick
    try {
      let run = this.#begin(task)
      // Excludes the start of the process from the quick time. Otherwise every file on a busy machine would
      // count as slow, need another process, and wait for its start as well.
      await within(isReady(run), START_MS)
      const soon = await within(run.done, this.#options.quickMs)
      if (soon) return soon
      if (this.#slow.tryAcquire(organisationId)) {
        lane = this.#slow
        this.#quick.release(organisationId)
      } else {
        await abandon(run)
        const slowSlot = this.#slow.acquire(organisationId)
        lane = undefined
        this.#quick.release(organisationId)
        await slowSlot
        lane = this.#slow
        run = this.#begin(task)
      }
      run.child.lowerPriority()
      const late = await within(run.done, task.processorMs * CLOCK_TIME_FACTOR)
      if (late) return late
      await abandon(run)
      return { exceeded: 'time' }
    } finally {
      lane?.release(organisationId)
      // Other files of the organisation were barred while it had a slow one.
      this.#quick.advance()
    }
  }

  /** Prepares a process if there is none, so that the first file doesn't wait for its start. */
  warm(): void {
    if (!this.#closed && this.#children.size === 0) this.#prepare()
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const timer of this.#idle.values()) clearTimeout(timer)
    await Promise.all([...this.#children].map((child) => child.kill()))
  }

  #begin<Name extends TaskName>(task: Task<Name>): Run<Name> {
    const run = { child: this.#child(), isAbandoned: false } as Run<Name>
    run.done = this.#runTask(run, task)
    // Nothing awaits the rejection of an abandoned run.
    run.done.catch(() => {})
    return run
  }

  async #runTask<Name extends TaskName>(run: Run<Name>, task: Task<Name>): Promise<TaskResult<Name>> {
    let isDone = false
    try {
      let done = await run.child.run(task.name, await task.input(run.child), task)
      if ('exceeded' in done && !run.isAbandoned && (run.child.isWarm || run.child.files > 1)) {
        // Memory of earlier files or of the drawing engine must not count against this file.
        await run.child.kill()
        run.child = this.#start()
        done = await run.child.run(task.name, await task.input(run.child), task)
      }
      if (this.#closed && 'exceeded' in done) throw closed()
      isDone = 'output' in done
      return done
    } finally {
      const isKept = isDone && !this.#closed && this.#idle.size < this.#options.quickTasks
      if (isKept && this.#isReusable(run.child, task)) this.#keep(run.child)
      else {
        if (isKept && this.#idle.size === 0) this.#prepare()
        await run.child.kill()
      }
    }
  }

  #isReusable(child: Child, { memoryBytes }: Allowance): boolean {
    const isExhausted = child.files >= this.#options.filesPerProcess
    return !child.isSlow && !isExhausted && child.residentBytes < memoryBytes * KEPT_SHARE
  }

  /** Returns an idle process, preferably one that is ready, or starts one. */
  #child(): Child {
    const child = this.#ready() ?? this.#idle.keys().next().value ?? this.#start()
    clearTimeout(this.#idle.get(child))
    this.#idle.delete(child)
    child.hold(true)
    return child
  }

  /** Returns the most recently used ready process, so that surplus ones expire. */
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

  /** Prepares another process if a file waits for a busy one and may run concurrently. */
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

/** Resolves even if the start fails, because the task itself rejects then. */
const isReady = ({ child }: Run<TaskName>): Promise<void> => child.ready().catch(() => undefined)

const abandon = (run: Run<TaskName>): Promise<void> => {
  run.isAbandoned = true
  return run.child.kill()
}

const closed = () => new Error('The renderer is closed')

/** Resolves to undefined if the promise takes longer than `ms`. */
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
