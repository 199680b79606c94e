import type { Renderer } from './core/ports/renderer.ts'
import { lazyRenderer } from './lazy-renderer.ts'

export interface NodeRendererOptions {
  /** Rendering threads; 0 renders in the calling thread. */
  workers: number
  /** Reads uploaded files in isolated processes with limits. */
  isolateUntrusted?: boolean
  /** Awaited before the first use, for example to say where the renderer's files are. */
  before?: () => Promise<unknown>
}

/**
 * What draws pictures gets ready so long after a sign that they are wanted: what gave the sign is answered first, and
 * a program that ends soon starts nothing.
 */
const WARM_AFTER_MS = 500

/** Threads that draw runs have some 20 MB each, and start within a quarter of a second. */
const threadsKeptMs = 5000

/** The PDF renderer of Node and Bun, which loads its modules at the first use. */
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
