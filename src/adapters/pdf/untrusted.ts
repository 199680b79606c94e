import { collect } from '../../core/kernel/bytes.ts'
import type { Renderer } from '../../core/ports/renderer.ts'
import { compileTemplate } from './compile.ts'
import { inspectFile } from './inspect/inspect.ts'
import { unpackInspection } from './inspect/packed.ts'
import { previewDocument } from './preview.ts'
import { rasterisePage } from './raster.ts'

/** What reads files of strangers. */
export type Untrusted = Pick<Renderer, 'inspect' | 'compile' | 'preview' | 'rasterise' | 'close'>

/** Right here: for tests, and for hosts that trust the files that they bring. */
export const createInThreadUntrusted = (): Untrusted => ({
  inspect: async ({ kind, read }) => unpackInspection(await inspectFile(kind, await collect(await read()))),
  compile: compileTemplate,
  preview: previewDocument,
  rasterise: rasterisePage,
  async close() {},
})
