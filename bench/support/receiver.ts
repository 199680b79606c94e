/** Answers every webhook with 204, in a thread of its own so that it takes nothing of the loop that is measured. */
import { createServer } from 'node:http'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'

if (!isMainThread) {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(204).end()
  })
  server.listen(0, '127.0.0.1', () => parentPort!.postMessage((server.address() as { port: number }).port))
}

export const startReceiver = async (): Promise<{ url: string; stop(): Promise<unknown> }> => {
  const worker = new Worker(new URL(import.meta.url))
  const port = await new Promise<number>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
  return { url: `http://127.0.0.1:${port}/`, stop: () => worker.terminate() }
}
