import { sha256Hex } from '#platform/hash'
import { FontFace } from '../../../typesetting/fonts/face.ts'
import type { Harfbuzz } from '../../../typesetting/fonts/harfbuzz.ts'
import { instantiateHarfbuzz } from '../../../typesetting/fonts/harfbuzz-wasm.ts'
import { readResource } from '../resources.ts'

let loading: Promise<Harfbuzz> | undefined
/** Loaded with the first font: a server's start must not pay for it. */
const loadHarfbuzz = (): Promise<Harfbuzz> => {
  loading ??= readResource('harfbuzz.wasm').then(instantiateHarfbuzz)
  // The next call tries again: a failed fetch may succeed later.
  loading.catch(() => {
    loading = undefined
  })
  return loading
}

export const loadFace = async (bytes: Uint8Array): Promise<FontFace> =>
  new FontFace((await loadHarfbuzz()).face(bytes), bytes, sha256Hex(bytes))
