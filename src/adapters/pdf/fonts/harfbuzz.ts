import type * as Harfbuzz from 'harfbuzzjs'

/** HarfBuzz is WebAssembly and loads on first use only: the server's start must not pay for it. */
export type Hb = typeof Harfbuzz
let loading: Promise<Hb> | undefined
export const loadHarfbuzz = (): Promise<Hb> => {
  loading ??= import('harfbuzzjs')
  return loading
}
