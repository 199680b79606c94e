import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { pixelsOf } from './pixels.ts'
import type { Asked, Told } from './read-codes.ts'

/**
 * Finds the codes of pictures beside the page, which a large photograph would hold up for seconds. It asks no server
 * for anything, and its policy allows none: the reader's program comes with the first message.
 */

/** More symbols than lie under a camera at once. */
const mostSymbols = 24

const read = async (picture: ImageBitmap, longest: number): Promise<string[]> => {
  const found = await readBarcodes(pixelsOf(picture, longest), {
    formats: ['DataMatrix', 'QRCode'],
    tryHarder: true,
    // Nothing here is printed white on black.
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
