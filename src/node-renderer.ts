import type { Renderer } from './core/ports/renderer.ts'
import { lazyRenderer } from './lazy-renderer.ts'

export interface NodeRendererOptions {
  /** Number of rendering threads; 0 for the calling thread. */
  workers: number
  /** Parses uploaded files in isolated processes with limits. */
  isolateUntrusted?: boolean
  /** Awaited before the first use, for example to set the paths of the renderer's files. */
  before?: () => Promise<unknown>
}

/**
 * Delays renderer warm-up, so that the triggering request is answered first and short-lived programs start
 * nothing.
 */
const WARM_AFTER_MS = 500

/** How long idle rendering threads are kept. Each has some 20 MB and starts within a quarter of a second. */
const threadsKeptMs = 5000

/** Creates the PDF renderer of Node and Bun, which loads its modules on first use. */
export const nodeRenderer = ({ workers, isolateUntrusted, before }: NodeRendererOptions): Renderer =>
  lazyRenderer(
    async () => {
      await before?.()
      const { createPdfRenderer } = await import('./adapters/pdf/index.ts')
      if (!isolateUntrusted) return createPdfRenderer({ workers, threadsKeptMs })
      const { createIsolatedUntrusted } = await import('./adapters/pdf/isolated-process/untrusted.ts')
      return createPdfRenderer({ workers, threadsKeptMs, untrusted: createIsolatedUntrusted() })
    },
    isolateUntrusted ? WARM_AFTER_MS : undefined,
  )
