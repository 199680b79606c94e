/**
 * `lettershop/browser/worker`: what a page's worker imports to draw for `createLettershop({ renderer: {
 * startWorker } })`. It listens from then on; where the renderer's files lie it must be told at once.
 */
import './adapters/pdf/worker.ts'
import { fileFinder, provideResources, type RendererFiles } from './adapters/platform/web/files.ts'

export const useRendererFiles = (files: RendererFiles): void => provideResources(fileFinder(files))
export type { RendererFiles }
