/**
 * `lettershop/browser/worker`: imported by a page's worker to render for `createLettershop({ renderer: {
 * startWorker } })`. It listens at once, so call `useRendererFiles` synchronously.
 */
import './adapters/pdf/worker.ts'
import { fileFinder, provideResources, type RendererFiles } from './adapters/platform/web/files.ts'

export const useRendererFiles = (files: RendererFiles): void => provideResources(fileFinder(files))
export type { RendererFiles }
