import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { startWorker } from '../../../shell/worker.ts'
import decoderUrl from './decoder.worker.ts?worker&url'

/** What the page gives to the worker: the reader's program, then picture after picture, which become the worker's. */
export type Asked = { program: ArrayBuffer } | { id: number; picture: ImageBitmap; longest: number }

/** What the worker answers for a picture: the texts of its codes, or why it could not look. */
export type Told = { id: number; texts: string[] } | { id: number; fault: string }

interface Waiting {
  resolve: (texts: string[]) => void
  reject: (fault: Error) => void
}

const bytesAt = async (url: string): Promise<ArrayBuffer> => {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${response.status} for ${url}`)
  return response.arrayBuffer()
}

/** Reads the codes of pictures in a worker, which is started with the first of them. */
export class CodeReader {
  #worker: Promise<Worker> | undefined
  readonly #waiting = new Map<number, Waiting>()
  #asked = 0

  /**
   * The texts of all DataMatrix and QR codes of a picture, which is gone afterwards. Rejects where the reader cannot be
   * loaded; the next picture tries again.
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
    const id = ++this.#asked
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      worker.postMessage({ id, picture, longest } satisfies Asked, [picture])
    })
  }

  /** Ends the worker, and what waits for it. The next picture starts another. */
  close(): void {
    this.#worker?.then((worker) => worker.terminate()).catch(() => undefined)
    this.#worker = undefined
    for (const { reject } of this.#waiting.values()) reject(new Error('The reader was closed.'))
    this.#waiting.clear()
  }

  /** The reader's program, from this server: by itself the library would ask another one for it. */
  async #start(): Promise<Worker> {
    const program = await bytesAt(wasmUrl)
    const worker = startWorker(decoderUrl)
    worker.onmessage = ({ data }: MessageEvent<Told>) => this.#take(data)
    worker.onerror = () => this.close()
    worker.postMessage({ program } satisfies Asked, [program])
    return worker
  }

  #take(told: Told): void {
    const waiting = this.#waiting.get(told.id)
    this.#waiting.delete(told.id)
    if ('texts' in told) waiting?.resolve(told.texts)
    else {
      waiting?.reject(new Error(told.fault))
      // Its program may be at fault, which only another worker loads anew.
      this.close()
    }
  }
}
