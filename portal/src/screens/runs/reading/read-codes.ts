import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

/** More symbols than lie under a camera at once. */
const mostSymbols = 24

let loading: Promise<unknown> | undefined

/** The reader's program, from this server: by itself the library would ask another one for it. */
const load = (): Promise<unknown> => {
  loading ??= bytesAt(wasmUrl).then((wasmBinary) =>
    prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true }),
  )
  loading.catch(() => {
    loading = undefined
  })
  return loading
}

const bytesAt = async (url: string): Promise<ArrayBuffer> => {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${response.status} for ${url}`)
  return response.arrayBuffer()
}

/** The texts of all DataMatrix and QR codes of a picture. Throws where the reader cannot be loaded. */
export const readCodes = async (picture: ImageData): Promise<string[]> => {
  await load()
  const found = await readBarcodes(picture, {
    formats: ['DataMatrix', 'QRCode'],
    tryHarder: true,
    // Nothing here is printed white on black.
    tryInvert: false,
    maxNumberOfSymbols: mostSymbols,
  })
  return found.map(({ text }) => text)
}
