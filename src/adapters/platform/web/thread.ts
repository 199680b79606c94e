import type { Thread, ThreadListener, ThreadPort } from '../contract.ts'

export interface WebWorker {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void
  terminate(): void
  onmessage: unknown
  onmessageerror: unknown
  onerror: unknown
}

let start: (() => WebWorker) | undefined

/** Sets how to start a renderer worker, whose URL only the bundler of the page knows. */
export const provideWorker = (starter: () => WebWorker): void => {
  start = starter
}

export const startThread = ({ message, end }: ThreadListener): Thread => {
  if (!start) throw new Error('The renderer’s worker cannot be started: pass `renderer.startWorker`.')
  const worker = start()
  worker.onmessage = ({ data }: { data: unknown }) => message(data)
  worker.onmessageerror = () => end(new Error('A message of the rendering thread cannot be read.'))
  worker.onerror = (event: { message?: string }) =>
    end(new Error(`The rendering thread failed: ${event.message ?? 'it could not be loaded'}`))
  return {
    post: (value, given) => worker.postMessage(value, [...given]),
    // Workers do not keep a page open.
    hold() {},
    release() {},
    async end() {
      worker.terminate()
      end(new Error('The rendering thread was ended.'))
    },
  }
}

/** Returns the port of the current worker. */
export const threadPort = (): ThreadPort => {
  const scope = globalThis as unknown as WebWorker
  return {
    post: (value, given) => scope.postMessage(value, [...given]),
    listen(take) {
      scope.onmessage = ({ data }: { data: unknown }) => take(data)
    },
  }
}

/** Does nothing: pages can't trigger garbage collection. */
export const collectGarbage = (): void => {}
