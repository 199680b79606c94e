/**
 * Runs inside the executable, preloaded by Bun (`BUN_OPTIONS=--preload`): a timer fires with every turn of
 * the event loop and writes each long turn as a line to the file named in `STALLS_LOG`, in microseconds of
 * the main thread's processor time. Time spent waiting for the disk or other programs does not count.
 */
import { openSync, writeSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

/** Shorter turns are not written: writing them would take longer than the turn. */
const minLoggedUs = 2000

const path = process.env.STALLS_LOG
if (isMainThread && path !== undefined) {
  const log = openSync(path, 'a')
  const used = () => {
    const { user, system } = process.threadCpuUsage()
    return user + system
  }
  let last = used()
  const timer = setInterval(() => {
    const now = used()
    if (now - last > minLoggedUs) writeSync(log, `${now - last}\n`)
    last = used()
  }, 1)
  timer.unref()
}
