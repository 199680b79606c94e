import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { pixelsOf } from './pixels.ts'
import type { WorkerRequest, WorkerResponse } from './read-codes.ts'

/**
 * Reads codes in a worker, because a large photograph would block the page for seconds. The worker's policy
 * forbids requests, so the first message contains the reader's WebAssembly.
 */

/** More symbols than a camera sees at once. */
const maxSymbols = 24

const read = async (picture: ImageBitmap, longest: number): Promise<string[]> => {
  const found = await readBarcodes(pixelsOf(picture, longest), {
    formats: ['DataMatrix', 'QRCode'],
    tryHarder: true,
    // No code is printed white on black.
    tryInvert: false,
    maxNumberOfSymbols: maxSymbols,
  })
  return found.map(({ text }) => text)
}

const respond = (reply: WorkerResponse) => postMessage(reply)

addEventListener('message', async ({ data }: MessageEvent<WorkerRequest>) => {
  if ('program' in data) {
    prepareZXingModule({ overrides: { wasmBinary: data.program } })
    return
  }
  const { id, picture, longest } = data
  try {
    respond({ id, texts: await read(picture, longest) })
  } catch (error) {
    respond({ id, fault: String(error) })
  } finally {
    picture.close()
  }
})
