import { readResource } from '../../resources.ts'

/** A decoder of `@jsquash`, which Emscripten compiled. */
interface DecoderModule {
  decode(bytes: Uint8Array, bitDepth?: number): DecodedPixels | null
}
interface DecodedPixels {
  data: Uint8ClampedArray
  width: number
  height: number
}
type Factory = (options: object) => Promise<DecoderModule>

/**
 * A decoder whose WebAssembly is one of the renderer's files, instantiated for one picture: its memory only grows,
 * and a picture of 25 megapixels would stay in it.
 */
export const openDecoder = async (
  factory: () => Promise<unknown>,
  resource: 'webp_dec.wasm' | 'avif_dec.wasm',
): Promise<DecoderModule> => {
  provideImageData()
  const [{ default: create }, bytes] = await Promise.all([
    factory() as Promise<{ default: Factory }>,
    readResource(resource),
  ])
  const module = await WebAssembly.compile(bytes)
  return create({
    noInitialRun: true,
    // Its own output would go to the process's standard output, which carries answers.
    print: () => undefined,
    printErr: () => undefined,
    instantiateWasm: (imports: object, done: (instance: WebAssembly.Instance) => void) => {
      void WebAssembly.instantiate(module, imports).then(done)
      return {}
    },
  })
}

/** The decoders return an `ImageData`, which only browsers have. */
const provideImageData = (): void => {
  const scope = globalThis as { ImageData?: unknown }
  scope.ImageData ??= class {
    readonly data: Uint8ClampedArray
    readonly width: number
    readonly height: number
    constructor(data: Uint8ClampedArray, width: number, height: number) {
      this.data = data
      this.width = width
      this.height = height
    }
  }
}
