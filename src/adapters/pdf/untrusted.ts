import { collect } from '../../core/kernel/bytes.ts'
import type { Renderer } from '../../core/ports/renderer.ts'
import { compileTemplate } from './compile/compile.ts'
import { inspectFile } from './inspect/inspect.ts'
import { unpackInspection } from './inspect/packed.ts'
import type { WorkerPool } from './pool.ts'
import { previewDocument } from './preview/preview.ts'
import { rasterisePage } from './raster.ts'
import type { TemplateCache } from './render/batch.ts'
import { pictureOfPiece } from './render/picture.ts'

export type Untrusted = Pick<
  Renderer,
  'inspect' | 'compile' | 'preview' | 'picture' | 'rasterise' | 'warm' | 'close'
>

/** Reads files in the calling thread, for tests and for hosts that trust their files. */
export const createInThreadUntrusted = (cache: TemplateCache, pool?: WorkerPool): Untrusted => ({
  inspect: async ({ kind, face, read }) =>
    unpackInspection(await inspectFile(kind, await collect(await read()), face)),
  compile: compileTemplate,
  preview: previewDocument,
  picture: (input) => pool?.picture(input) ?? pictureOfPiece(cache, input.template, input),
  rasterise: rasterisePage,
  warm() {},
  async close() {},
})
