import { parentPort, Worker } from 'node:worker_threads'
import type { Thread, ThreadListener, ThreadPort } from '../contract.ts'
import { workerEntry } from './files.ts'

export const startThread = ({ message, end }: ThreadListener): Thread => {
  // A batch's objects are short-lived, so a small young generation keeps memory use constant. The old
  // generation needs some 20 MB; without a limit V8 would let it grow to several times that.
  const worker = new Worker(workerEntry(), {
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 512 },
  })
  // An idle pool must not keep the process alive.
  worker.unref()
  worker.on('message', message)
  worker.on('error', end)
  worker.on('exit', (code) => end(new Error(`The rendering thread ended with code ${code}`)))
  return {
    post: (value, given) => worker.postMessage(value, [...given]),
    hold: () => worker.ref(),
    release: () => worker.unref(),
    end: async () => void (await worker.terminate()),
  }
}

/** Returns the port of the current worker thread. Throws in the main thread. */
export const threadPort = (): ThreadPort => {
  const port = parentPort
  if (!port) throw new Error('This is not a worker thread.')
  return {
    post: (value, given) => port.postMessage(value, [...given]),
    listen: (take) => void port.on('message', take),
  }
}

const bun = (globalThis as { Bun?: { gc(isSynchronous: boolean): void } }).Bun

/** Collects garbage on Bun (20 ms; `gc(false)` often does nothing). On Node, V8's own limits suffice. */
export const collectGarbage = (): void => bun?.gc(true)
