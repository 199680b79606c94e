import { deflate } from '#platform/zlib'
import { toHex } from '../../../core/kernel/bytes.ts'
import type { PdfImage } from '../images/image.ts'
import type { PdfWriter } from './writer.ts'

/** Writes images with masks and ICC profiles. Images without a profile share one sRGB profile per file. */
export class ImageWriter {
  readonly #writer: PdfWriter
  readonly #srgb: () => Promise<Uint8Array>
  #srgbId: number | undefined

  constructor(writer: PdfWriter, srgb: () => Promise<Uint8Array>) {
    this.#writer = writer
    this.#srgb = srgb
  }

  async write(image: PdfImage): Promise<number> {
    const writer = this.#writer
    const id = writer.reserve()
    const colourSpace = await this.#colourSpace(image)
    const mask = image.alpha ? writer.reserve() : undefined
    const size = `/Type/XObject/Subtype/Image/Width ${image.widthPx}/Height ${image.heightPx}`
    const components = image.colour === 'rgb' ? 3 : 1
    const predictor = `/DecodeParms<</Predictor 15/Colors ${components}/BitsPerComponent ${image.bitsPerComponent}/Columns ${image.widthPx}>>`
    const filter =
      image.encoding === 'jpeg'
        ? '/Filter/DCTDecode'
        : `/Filter/FlateDecode${image.predictor ? predictor : ''}`
    const decode = image.inverted ? '/Decode[1 0 1 0 1 0 1 0]' : ''
    const soft = mask === undefined ? '' : `/SMask ${mask} 0 R`
    await writer.largeStream(
      id,
      `${size}/ColorSpace ${colourSpace}/BitsPerComponent ${image.bitsPerComponent}${filter}${decode}${soft}`,
      image.data,
    )
    if (image.alpha && mask !== undefined) {
      const depth = `/ColorSpace/DeviceGray/BitsPerComponent ${image.alpha.bitsPerComponent}/Filter/FlateDecode`
      await writer.largeStream(mask, `${size}${depth}`, image.alpha.data)
    }
    return id
  }

  async #colourSpace(image: PdfImage): Promise<string> {
    if (image.colour === 'cmyk') return '/DeviceCMYK'
    if (image.colour === 'gray') return '/DeviceGray'
    const rgb = `[/ICCBased ${await this.#profile(image.profile)} 0 R]`
    if (image.colour === 'rgb') return rgb
    const palette = toHex(image.palette!)
    return `[/Indexed ${rgb} ${image.palette!.length / 3 - 1} <${palette}>]`
  }

  srgbProfile(): Promise<number> {
    return this.#profile(undefined)
  }

  async #profile(own: Uint8Array | undefined): Promise<number> {
    if (!own && this.#srgbId !== undefined) return this.#srgbId
    const id = this.#writer.reserve()
    if (!own) this.#srgbId = id
    const profile = own ? await deflate(own) : await this.#srgb()
    this.#writer.stream(id, '/N 3/Alternate/DeviceRGB/Filter/FlateDecode', profile)
    return id
  }
}
