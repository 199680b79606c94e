/** Answers every webhook with 204, in a separate thread, which does not affect the measured event loop. */
import { createServer } from 'node:http'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

if (!isMainThread) {
  const count = new Int32Array(workerData as SharedArrayBuffer)
  const server = createServer((request, response) => {
    Atomics.add(count, 0, 1)
    request.resume()
    response.writeHead(204).end()
  })
  server.listen(0, '127.0.0.1', () => parentPort!.postMessage((server.address() as { port: number }).port))
}

export interface Receiver {
  url: string
  /** Number of received webhooks. */
  received(): number
  stop(): Promise<unknown>
}

export const startReceiver = async (): Promise<Receiver> => {
  const count = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(new URL(import.meta.url), { workerData: count.buffer })
  const port = await new Promise<number>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
  return {
    url: `http://127.0.0.1:${port}/`,
    received: () => Atomics.load(count, 0),
    stop: () => worker.terminate(),
  }
}
