import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { pixelsOf } from './pixels.ts'
import type { Asked, Told } from './read-codes.ts'

/**
 * Reads codes in a worker, because a large photograph would block the page for seconds. It makes no requests,
 * which its policy forbids; the reader's program comes with the first message.
 */

/** More symbols than a camera sees at once. */
const mostSymbols = 24

const read = async (picture: ImageBitmap, longest: number): Promise<string[]> => {
  const found = await readBarcodes(pixelsOf(picture, longest), {
    formats: ['DataMatrix', 'QRCode'],
    tryHarder: true,
    // No code is printed white on black.
    tryInvert: false,
    maxNumberOfSymbols: mostSymbols,
  })
  return found.map(({ text }) => text)
}

const tell = (told: Told) => postMessage(told)

addEventListener('message', async ({ data }: MessageEvent<Asked>) => {
  if ('program' in data) {
    prepareZXingModule({ overrides: { wasmBinary: data.program } })
    return
  }
  const { id, picture, longest } = data
  try {
    tell({ id, texts: await read(picture, longest) })
  } catch (error) {
    tell({ id, fault: String(error) })
  } finally {
    picture.close()
  }
})
