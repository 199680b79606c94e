import { parentPort, Worker } from 'node:worker_threads'
import type { Thread, ThreadListener, ThreadPort } from '../contract.ts'
import { workerEntry } from './files.ts'

/** Starts a worker thread of the renderer. */
export const startThread = ({ message, end }: ThreadListener): Thread => {
  // The objects of a batch are short-lived: a small young generation keeps a thread's memory flat. The old
  // generation needs some 20 MB; without a limit V8 would let it grow to several times that before it
  // collects.
  const worker = new Worker(workerEntry(), {
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 512 },
  })
  // An idle pool must not keep a program running that has not closed it.
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

/** The port of the current worker thread. Throws in the main thread. */
export const threadPort = (): ThreadPort => {
  const port = parentPort
  if (!port) throw new Error('This is no worker thread.')
  return {
    post: (value, given) => port.postMessage(value, [...given]),
    listen: (take) => void port.on('message', take),
  }
}

const bun = (globalThis as { Bun?: { gc(isSynchronous: boolean): void } }).Bun

/**
 * Collects the garbage of the calling thread, which takes some twenty milliseconds; `gc(false)` of Bun often
 * does nothing. Node needs no such call: V8 has limits of its own.
 */
export const collectGarbage = (): void => bun?.gc(true)
