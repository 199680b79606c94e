/// <reference path="./webassembly.d.ts" />
import { Harfbuzz } from './harfbuzz.ts'
import type { HarfbuzzExports } from './harfbuzz-exports.ts'

const PAGE_BYTES = 65_536
/** What WebAssembly can address with 32 bits and a sign. */
const MOST_BYTES = 2 ** 31

const refuse = (): never => {
  throw new Error('HarfBuzz gave up.')
}

/** The imports of the module: memory growth. It has no timers and no process. */
const surroundings = (memory: () => WebAssembly.Memory) => ({
  env: {
    _abort_js: refuse,
    _emscripten_runtime_keepalive_clear() {},
    _setitimer_js: () => 0,
    emscripten_resize_heap(wanted: number): boolean {
      const length = memory().buffer.byteLength
      const least = wanted >>> 0
      if (least > MOST_BYTES) return false
      // A fifth more than there is, so that a growing text does not grow it again and again.
      for (const bytes of [Math.min(MOST_BYTES, Math.max(least, length * 1.2)), least]) {
        try {
          memory().grow(Math.ceil((bytes - length) / PAGE_BYTES))
          return true
        } catch {
          // So much memory is not available; less may be.
        }
      }
      return false
    },
  },
  wasi_snapshot_preview1: { proc_exit: refuse },
})

/** HarfBuzz out of the bytes of its module. */
export const instantiateHarfbuzz = async (bytes: Uint8Array): Promise<Harfbuzz> => {
  const { instance } = await WebAssembly.instantiate(
    bytes as Uint8Array<ArrayBuffer>,
    surroundings(() => exports.memory),
  )
  const exports = instance.exports as unknown as HarfbuzzExports
  exports.__wasm_call_ctors()
  return new Harfbuzz(exports)
}
