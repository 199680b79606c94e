import { threadPort } from '#platform/thread'
import { runTask, type TaskAnswer, type TaskName, type TaskRequest, type Tasks } from './tasks.ts'
import { transferable } from './transfer.ts'

/**
 * The thread behind `WorkerPool`. The executable's worker entry imports `resources.embedded.ts` before this.
 */
const port = threadPort()

port.listen(async (message) => {
  const request = message as TaskRequest
  try {
    const output = await runTask(request)
    port.post({ id: request.id, output } satisfies TaskAnswer, transferOf(output))
  } catch (error) {
    port.post({ id: request.id, error } satisfies TaskAnswer, [])
  }
})

/**
 * The large buffers of an answer, which this thread no longer needs: they are transferred instead of copied.
 */
const transferOf = (output: Tasks[TaskName]['output']): ArrayBuffer[] => {
  if (output === 'resend') return []
  if (output instanceof Uint8Array) return transferable([output])
  if ('streams' in output) return [output.streams.buffer]
  return transferable([
    'layer' in output ? output.layer : undefined,
    'png' in output ? output.png : undefined,
    'pdf' in output ? output.pdf : undefined,
  ])
}
