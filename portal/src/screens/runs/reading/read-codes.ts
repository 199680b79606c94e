import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { startWorker } from '../../../shell/worker.ts'
import decoderUrl from './decoder.worker.ts?worker&url'

/** Messages to the worker: first the WebAssembly, then pictures, which are transferred. */
export type WorkerRequest = { program: ArrayBuffer } | { id: number; picture: ImageBitmap; longest: number }

/** The worker's answer: texts of the codes, or an error. */
export type WorkerResponse = { id: number; texts: string[] } | { id: number; fault: string }

interface Waiting {
  resolve: (texts: string[]) => void
  reject: (fault: Error) => void
}

const bytesAt = async (url: string): Promise<ArrayBuffer> => {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${response.status} for ${url}`)
  return response.arrayBuffer()
}

/** Reads codes in a worker, started with the first picture. */
export class CodeReader {
  #worker: Promise<Worker> | undefined
  readonly #waiting = new Map<number, Waiting>()
  #lastId = 0

  /**
   * Returns the texts of all DataMatrix and QR codes; the picture is transferred. Rejects if the reader can't
   * be loaded, fails or is closed; the next picture loads it again.
   */
  async read(picture: ImageBitmap, longest: number): Promise<string[]> {
    this.#worker ??= this.#start()
    let worker: Worker
    try {
      worker = await this.#worker
    } catch (error) {
      this.#worker = undefined
      picture.close()
      throw error
    }
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      worker.postMessage({ id, picture, longest } satisfies WorkerRequest, [picture])
    })
  }

  /** Terminates the worker and rejects pending reads. The next picture starts another worker. */
  close(): void {
    this.#worker?.then((worker) => worker.terminate()).catch(() => undefined)
    this.#worker = undefined
    for (const { reject } of this.#waiting.values()) reject(new Error('The reader was closed.'))
    this.#waiting.clear()
  }

  /** Loads the WebAssembly from this server; by default the library would fetch it from another. */
  async #start(): Promise<Worker> {
    const program = await bytesAt(wasmUrl)
    const worker = startWorker(decoderUrl)
    worker.onmessage = ({ data }: MessageEvent<WorkerResponse>) => this.#take(data)
    worker.onerror = () => this.close()
    worker.postMessage({ program } satisfies WorkerRequest, [program])
    return worker
  }

  #take(reply: WorkerResponse): void {
    const waiting = this.#waiting.get(reply.id)
    this.#waiting.delete(reply.id)
    if ('texts' in reply) waiting?.resolve(reply.texts)
    else {
      waiting?.reject(new Error(reply.fault))
      // The WebAssembly may be in a broken state, so the next picture loads it again.
      this.close()
    }
  }
}
