import { startThread } from '#platform/thread'
import { nextTurn } from '#platform/turn'
import type { CompiledTemplate, PartPiece, PictureInput, PiecePicture } from '../../core/ports/renderer.ts'
import type { Thread as StartedThread } from '../platform/contract.ts'
import type { UsedFont } from './fonts/subset.ts'
import { type DrawnBatch, type DrawSource, templateKey } from './render/batch.ts'
import type { TaskAnswer, TaskName, Tasks } from './tasks.ts'
import { transferable } from './tasks.ts'

interface Waiting {
  resolve(output: never): void
  reject(error: unknown): void
}

class Thread {
  readonly waiting = new Map<number, Waiting>()
  readonly templates = new Set<string>()
  readonly #thread: StartedThread
  readonly #onEnd: (thread: Thread) => void
  readonly #keptMs: number | undefined
  #next = 0
  /** Ends the thread after `keptMs` without a task. */
  #idle: ReturnType<typeof setTimeout> | undefined

  constructor(onEnd: (thread: Thread) => void, keptMs: number | undefined) {
    this.#onEnd = onEnd
    this.#keptMs = keptMs
    this.#thread = startThread({
      message: (answer) => this.#settle(answer as TaskAnswer),
      end: (error) => {
        clearTimeout(this.#idle)
        onEnd(this)
        for (const { reject } of this.waiting.values()) reject(error)
        this.waiting.clear()
      },
    })
  }

  end(): Promise<void> {
    clearTimeout(this.#idle)
    return this.#thread.end()
  }

  /** Runs a task. Transfers large buffers of `given`, so the caller can't use them afterwards. */
  run<Name extends TaskName>(
    name: Name,
    input: Tasks[Name]['input'],
    given: readonly Uint8Array[] = [],
  ): Promise<Tasks[Name]['output']> {
    clearTimeout(this.#idle)
    const id = this.#next++
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject })
      this.#thread.hold()
      this.#thread.post({ id, name, input }, transferable(given))
    })
  }

  #settle(answer: TaskAnswer): void {
    const waiting = this.waiting.get(answer.id)
    this.waiting.delete(answer.id)
    if (this.waiting.size === 0) {
      this.#thread.release()
      this.#endLater()
    }
    if ('error' in answer) waiting?.reject(answer.error)
    else waiting?.resolve(answer.output as never)
  }

  /** Ends the idle thread after `keptMs`, to free its memory. The next task starts another one. */
  #endLater(): void {
    if (this.#keptMs === undefined) return
    this.#idle = setTimeout(() => {
      this.#onEnd(this)
      void this.end()
    }, this.#keptMs)
    ;(this.#idle as { unref?(): void }).unref?.()
  }
}

export class WorkerPool implements DrawSource {
  /** One running and one queued batch per thread, so that none idles while the file is written. */
  readonly parallel: number
  readonly #size: number
  readonly #keptMs: number | undefined
  readonly #threads: Thread[] = []
  #closed = false

  /** `keptMs` is how long an idle thread is kept; by default until the pool is closed. */
  constructor(size: number, { keptMs }: { keptMs?: number | undefined } = {}) {
    this.#size = size
    this.#keptMs = keptMs
    this.parallel = size * 2
  }

  run<Name extends TaskName>(
    name: Name,
    input: Tasks[Name]['input'],
    given?: readonly Uint8Array[],
  ): Promise<Tasks[Name]['output']> {
    return this.#thread().run(name, input, given)
  }

  /** Ends the threads and rejects their tasks. The next task starts a new thread. */
  async restart(): Promise<void> {
    await Promise.all(this.#threads.splice(0).map((thread) => thread.end()))
  }

  async draw(templates: readonly CompiledTemplate[], pieces: readonly PartPiece[]): Promise<DrawnBatch> {
    // Awaited before choosing a thread, so that nothing happens between checking and sending templates.
    const shared = await Promise.all(templates.map(sharedTemplate))
    const thread = this.#thread()
    const sent = shared.map((template) => {
      const key = templateKey(template)
      if (thread.templates.has(key)) return { key }
      thread.templates.add(key)
      return { key, template }
    })
    const drawn = await thread.run('draw', { templates: sent, pieces })
    if (drawn !== 'resend') return drawn
    const whole = shared.map((template) => ({ key: templateKey(template), template }))
    const again = await thread.run('draw', { templates: whole, pieces })
    if (again === 'resend') throw new Error('The rendering thread lost the templates of a batch')
    return again
  }

  async picture({ template, piece, page, dpi, insetMm = 0 }: PictureInput): Promise<PiecePicture> {
    const whole = { key: templateKey(template), template: await sharedTemplate(template) }
    const drawn = await this.run('picture', { template: whole, piece, page, dpi, insetMm })
    if (drawn === 'resend') throw new Error('The rendering thread lost the template of a picture')
    return drawn
  }

  async subset(fonts: readonly UsedFont[]): Promise<Uint8Array[]> {
    const shared = fonts.map(async ({ bytes, ...font }) => ({ ...font, bytes: await sharedBytes(bytes) }))
    return (await this.run('subset', { fonts: await Promise.all(shared) })).subsets
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.restart()
  }

  #thread(): Thread {
    if (this.#closed) throw new Error('The renderer is closed')
    const idle = this.#threads.find((thread) => thread.waiting.size === 0)
    if (idle) return idle
    if (this.#threads.length < this.#size) {
      const thread = new Thread((ended) => {
        const at = this.#threads.indexOf(ended)
        if (at >= 0) this.#threads.splice(at, 1)
      }, this.#keptMs)
      this.#threads.push(thread)
      return thread
    }
    return this.#threads.reduce((least, thread) =>
      thread.waiting.size < least.waiting.size ? thread : least,
    )
  }
}

/**
 * One copy of the bytes for all threads, because a layer with images has megabytes. Pages without
 * cross-origin isolation have no shared memory; each thread of such a page receives a copy.
 */
const shareds = new WeakMap<Uint8Array, Promise<Uint8Array>>()
/** Copying this much takes about a millisecond, after which the event loop gets a turn. */
const SLICE_BYTES = 4 * 1024 * 1024

/** Returns the template with its layer and fonts in shared memory. */
const sharedTemplate = async ({
  id,
  document,
  sheet,
  layer,
  fallbacks,
}: CompiledTemplate): Promise<CompiledTemplate> => {
  const template = { id, document, sheet, layer: await sharedBytes(layer) }
  if (!fallbacks) return template
  const fonts = fallbacks.map(async ({ sha256, bytes }) => ({ sha256, bytes: await sharedBytes(bytes) }))
  return { ...template, fallbacks: await Promise.all(fonts) }
}

const sharedBytes = (bytes: Uint8Array): Promise<Uint8Array> => {
  if (typeof SharedArrayBuffer === 'undefined') return Promise.resolve(bytes)
  let shared = shareds.get(bytes)
  if (!shared) {
    shared = shareBytes(bytes)
    shareds.set(bytes, shared)
  }
  return shared
}

const shareBytes = async (bytes: Uint8Array): Promise<Uint8Array> => {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    if (at > 0) await nextTurn()
    shared.set(bytes.subarray(at, at + SLICE_BYTES), at)
  }
  return shared
}
