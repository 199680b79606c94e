/**
 * `lettershop/browser`: the library in a page or in a worker. Its ports are the browser's (`adapters/web`);
 * rows and files last as long as the page. It differs from Node on purpose: webhooks follow the browser's
 * rules (CORS), no mail is sent, calendars leave out no holidays by themselves, and uploaded files are read in this thread or the renderer's without limits
 * on time and memory, because they come from the page itself.
 */
import { fileFinder, provideResources, type RendererFiles } from './adapters/platform/web/files.ts'
import { provideWorker, type WebWorker } from './adapters/platform/web/thread.ts'
import { createWebCrypto, createWebPasswords, createWebRandom } from './adapters/web/crypto.ts'
import { createWebWebhookSender } from './adapters/web/webhook-sender.ts'
import { standardSample } from './core/features/products/samples/standard.ts'
import type { Renderer } from './core/ports/renderer.ts'
import { lazyRenderer } from './lazy-renderer.ts'
import { type Lettershop, type LettershopOptions, openLettershop } from './lettershop.ts'

/** Where the renderer's files are, and which thread renders. */
export interface BrowserRendererOptions {
  /** By default the folder `lettershop` beside the page. */
  files?: RendererFiles
  /**
   * Starts a worker that imports `lettershop/browser/worker`. Without it this thread renders, a few
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
 * Opens the library in a browser. Jobs run when `settle` is called. Throws where `secretKey` is not 32 bytes,
 * and the errors of the store. Rendering throws where a file of the renderer cannot be fetched.
 */
export const createLettershop = async (options: BrowserOptions = {}): Promise<Lettershop> => {
  const random = createWebRandom()
  return openLettershop(options, {
    options: ['renderer'],
    warn: (message) => console.warn(message),
    random,
    crypto: createWebCrypto(options.secretKey ?? random.bytes(32)),
    passwords: createWebPasswords(),
    // The table of all countries is larger than a page should load for calendars that last as long as it.
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
