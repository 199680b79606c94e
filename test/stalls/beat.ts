/**
 * Runs inside the executable, which Bun makes load it (`BUN_OPTIONS=--preload`): a timer beats with every turn of the
 * event loop, and each turn that took long is a line of the file that `STALLS_LOG` names, in microseconds of the main
 * thread's processor time. What the disk and other programs made of it does not count.
 */
import { openSync, writeSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

/** Shorter turns are of no interest, and writing them down would take longer than they did. */
const worthTellingUs = 2000

const path = process.env.STALLS_LOG
if (isMainThread && path !== undefined) {
  const log = openSync(path, 'a')
  const used = () => {
    const { user, system } = process.threadCpuUsage()
    return user + system
  }
  let last = used()
  const beat = setInterval(() => {
    const now = used()
    if (now - last > worthTellingUs) writeSync(log, `${now - last}\n`)
    last = used()
  }, 1)
  beat.unref()
}
