import { collect } from '../../core/kernel/bytes.ts'
import type { Renderer } from '../../core/ports/renderer.ts'
import { compileTemplate } from './compile.ts'
import { inspectFile } from './inspect/inspect.ts'
import { rasterisePage } from './raster.ts'

/** What reads files of strangers. */
export type Untrusted = Pick<Renderer, 'inspect' | 'compile' | 'rasterise' | 'close'>

/** Right here: for tests, and for hosts that trust the files that they bring. */
export const createInThreadUntrusted = (): Untrusted => ({
  inspect: async ({ kind, read }) => inspectFile(kind, await collect(await read())),
  compile: compileTemplate,
  rasterise: rasterisePage,
  async close() {},
})
