import { monitorEventLoopDelay } from 'node:perf_hooks'
import BetterSqlite3 from 'better-sqlite3'

export interface Stalls {
  /** Longest delay of the event loop. */
  maxMs: number
  p99Ms: number
  /**
   * Maximum processor time of this thread between two beats of a timer: how long the program itself held the
   * loop, without delays by the disk and other programs.
   */
  ownMs: number
  /** The longest commit: writing and syncing the log, and the checkpoint if it was due. */
  commitMs: number
}

let longestCommitMs = 0

/** Times every commit on better-sqlite3. */
const statement = Object.getPrototypeOf(new BetterSqlite3(':memory:').prepare('select 1')) as {
  run(this: { source: string }, ...values: unknown[]): unknown
}
const { run } = statement
statement.run = function (...values) {
  if (this.source !== 'commit') return run.apply(this, values)
  const before = performance.now()
  try {
    return run.apply(this, values)
  } finally {
    longestCommitMs = Math.max(longestCommitMs, performance.now() - before)
  }
}

/** Runs a callback and measures how long it blocks the event loop. */
export const stallsDuring = async (body: () => Promise<unknown>): Promise<Stalls> => {
  const histogram = monitorEventLoopDelay({ resolution: 1 })
  let ownMs = 0
  let last = cpuMs()
  const beat = setInterval(() => {
    const now = cpuMs()
    ownMs = Math.max(ownMs, now - last)
    last = now
  }, 1)
  longestCommitMs = 0
  histogram.enable()
  try {
    // The histogram counts from its second sample.
    await new Promise((resolve) => setTimeout(resolve, 20))
    await body()
    // Include the last work that the callback started.
    await new Promise((resolve) => setTimeout(resolve, 20))
  } finally {
    histogram.disable()
    clearInterval(beat)
  }
  return {
    maxMs: histogram.max / 1e6,
    p99Ms: histogram.percentile(99) / 1e6,
    ownMs,
    commitMs: longestCommitMs,
  }
}

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
