import { collectGarbage, threadPort } from '#platform/thread'
import {
  runTask,
  type TaskAnswer,
  type TaskName,
  type TaskRequest,
  type Tasks,
  transferable,
} from './tasks.ts'

/** The thread behind `WorkerPool`. The executable's worker entry imports `resources.embedded.ts` first. */
const port = threadPort()

/** Tasks that leave whole files for the garbage collector. */
const leavesFiles: ReadonlySet<TaskName> = new Set(['extract', 'proof', 'office', 'blank'])
/** Two thousand pieces (40 batches) leave some twenty megabytes. */
const COLLECT_AFTER_BATCHES = 40
let batches = 0

/** Collects garbage; otherwise Bun lets a thread grow from 15 MB to 50 MB (docs/design/rendering.md). */
const collectAfter = (name: TaskName): void => {
  if (name === 'draw') batches += 1
  if (!leavesFiles.has(name) && batches < COLLECT_AFTER_BATCHES) return
  batches = 0
  collectGarbage()
}

port.listen(async (message) => {
  const request = message as TaskRequest
  try {
    const output = await runTask(request)
    port.post({ id: request.id, output } satisfies TaskAnswer, transferOf(output))
    collectAfter(request.name)
  } catch (error) {
    port.post({ id: request.id, error } satisfies TaskAnswer, [])
  }
})

/** Returns the large buffers of an answer, which are transferred because this thread no longer needs them. */
const transferOf = (output: Tasks[TaskName]['output']): ArrayBuffer[] => {
  if (output === 'resend') return []
  if ('picture' in output && output.picture && output.picture.png instanceof Uint8Array)
    return transferable([output.picture.png])
  if (output instanceof Uint8Array) return transferable([output])
  if ('streams' in output) return [output.streams.buffer]
  if ('subsets' in output) return transferable(output.subsets)
  return transferable([
    'layer' in output ? output.layer : undefined,
    'png' in output ? output.png : undefined,
    'pdf' in output ? output.pdf : undefined,
  ])
}
