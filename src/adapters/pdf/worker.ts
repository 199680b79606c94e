import { parentPort } from 'node:worker_threads'
import { runTask, type TaskAnswer, type TaskRequest } from './tasks.ts'

/** The thread behind `WorkerPool`. The executable's worker entry imports `resources.embedded.ts` before this. */
const port = parentPort
if (!port) throw new Error('worker.ts runs as a worker thread only')

port.on('message', async (request: TaskRequest) => {
  try {
    const output = await runTask(request)
    const transfer = output !== 'resend' && 'streams' in output ? [output.streams.buffer] : []
    port.postMessage({ id: request.id, output } satisfies TaskAnswer, transfer)
  } catch (error) {
    port.postMessage({ id: request.id, error } satisfies TaskAnswer)
  }
})
