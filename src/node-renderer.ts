import type { Renderer } from './core/ports/renderer.ts'
import { lazyRenderer } from './lazy-renderer.ts'

export interface NodeRendererOptions {
  /** Threads that draw; 0 does it in the calling thread. */
  workers: number
  /** Reads the files that strangers upload in processes of their own (decision 160). */
  apart?: boolean
  /** Awaited first, where the renderer's files must be told. */
  before?: () => Promise<unknown>
}

/** The PDF renderer as it runs on Node and Bun, loaded with its first use. */
export const nodeRenderer = ({ workers, apart, before }: NodeRendererOptions): Renderer =>
  lazyRenderer(async () => {
    await before?.()
    const { createPdfRenderer } = await import('./adapters/pdf/index.ts')
    if (!apart) return createPdfRenderer({ workers })
    const { untrustedApart } = await import('./adapters/pdf/apart/untrusted.ts')
    return createPdfRenderer({ workers, untrusted: untrustedApart() })
  })
