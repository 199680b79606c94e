import { parentPort, Worker } from 'node:worker_threads'
import type { Thread, ThreadListener, ThreadPort } from '../contract.ts'
import { workerEntry } from './files.ts'

/** A thread of the renderer's worker. */
export const startThread = ({ message, end }: ThreadListener): Thread => {
  // What a batch leaves behind is short-lived: a small young generation keeps a thread's memory flat. Of the
  // old one a thread needs some 20 MB; without a limit V8 lets garbage of several times that pile up.
  const worker = new Worker(workerEntry(), {
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 512 },
  })
  // An idle pool must not keep a program alive that forgot to close it.
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

/** Of the thread that this runs in. */
export const threadPort = (): ThreadPort => {
  const port = parentPort
  if (!port) throw new Error('This is no worker thread.')
  return {
    post: (value, given) => port.postMessage(value, [...given]),
    listen: (take) => void port.on('message', take),
  }
}
