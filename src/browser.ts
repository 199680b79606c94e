/**
 * `lettershop/browser`: the library in a page or worker, with the browser's ports (`adapters/web`). Rows and
 * files last as long as the page. Differences from Node: webhooks follow the browser's rules (CORS), no mail
 * is sent, calendars have no built-in holidays, and uploaded files are read in this thread or the renderer's
 * without limits on time and memory, because they come from the page itself.
 */
import { fileFinder, provideResources, type RendererFiles } from './adapters/platform/web/files.ts'
import { provideWorker, type WebWorker } from './adapters/platform/web/thread.ts'
import { createWebCrypto, createWebPasswords, createWebRandom } from './adapters/web/crypto.ts'
import { createWebWebhookSender } from './adapters/web/webhook-sender.ts'
import { standardSample } from './core/features/products/samples/standard.ts'
import type { Renderer } from './core/ports/renderer.ts'
import { lazyRenderer } from './lazy-renderer.ts'
import { type Lettershop, type LettershopOptions, openLettershop } from './lettershop.ts'

/** Files and threads of the renderer. */
export interface BrowserRendererOptions {
  /** By default the folder `lettershop` next to the page. */
  files?: RendererFiles
  /**
   * Starts a worker that imports `lettershop/browser/worker`. By default this thread renders, a few
   * milliseconds at a time.
   */
  startWorker?: () => WebWorker
  /** Number of workers; 1 by default. */
  workers?: number
}

export interface BrowserOptions extends LettershopOptions {
  renderer?: BrowserRendererOptions
}

/**
 * Opens the library in a browser. Jobs run when you call `settle`. Throws if a given `secretKey` doesn't have
 * 32 bytes, and the errors of the store. Rendering throws if a file of the renderer can't be fetched.
 */
export const createLettershop = async (options: BrowserOptions = {}): Promise<Lettershop> => {
  const random = createWebRandom()
  return openLettershop(options, {
    options: ['renderer'],
    warn: (message) => console.warn(message),
    random,
    crypto: createWebCrypto(options.secretKey ?? random.bytes(32)),
    passwords: createWebPasswords(),
    // The table of all countries is too large for a page.
    holidays: { daysOf: async () => [], regions: async () => ({}) },
    sampleCatalogues: [standardSample],
    renderer: browserRenderer(options.renderer),
    webhookSender: createWebWebhookSender({
      allowInsecure: options.config?.allowInsecureWebhooks ?? false,
      allowCidrs: [],
    }),
  })
}

const browserRenderer = ({
  files = 'lettershop/',
  startWorker,
  workers = 1,
}: BrowserRendererOptions = {}): Renderer => {
  provideResources(fileFinder(files))
  if (startWorker) provideWorker(startWorker)
  return lazyRenderer(async () => {
    const { createPdfRenderer } = await import('./adapters/pdf/index.ts')
    return createPdfRenderer({ workers: startWorker ? workers : 0 })
  })
}

export type { RendererFiles } from './adapters/platform/web/files.ts'
export type { WebWorker } from './adapters/platform/web/thread.ts'
export * from './memory.ts'
export * from './public.ts'
