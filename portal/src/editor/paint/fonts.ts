import wasmUrl from 'harfbuzzjs/dist/harfbuzz.wasm?url'
import {
  type AxisLocation,
  FontFace,
  type FontFiles,
  type Harfbuzz,
  instantiateHarfbuzz,
} from '#lettershop/typesetting'
import { answered, api } from '../../api/client.ts'

let loading: Promise<Harfbuzz> | undefined
const loadHarfbuzz = (): Promise<Harfbuzz> => {
  loading ??= bytesAt(wasmUrl).then(instantiateHarfbuzz)
  loading.catch(() => {
    loading = undefined
  })
  return loading
}

const bytesAt = async (url: string): Promise<Uint8Array> => {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${response.status} for ${url}`)
  return new Uint8Array(await response.arrayBuffer())
}

interface FontFile {
  /** `INSTANCE` for fonts added by the operator. */
  origin?: 'PROGRAM' | 'INSTANCE'
  sha256: string
  /** Signed URL on the server's public host; only its path and query are used. */
  url: string
}

/** Loads a font. Caches it by digest where possible, because fonts are large and immutable. */
const fileOf = async ({ sha256, url }: FontFile): Promise<Uint8Array> => {
  const { pathname, search } = new URL(url)
  if (!('caches' in globalThis)) return bytesAt(pathname + search)
  const cache = await caches.open('lettershop-fonts')
  const key = `/portal/fonts/${sha256}`
  const found = await cache.match(key)
  if (found) return new Uint8Array(await found.arrayBuffer())
  const bytes = await bytesAt(pathname + search)
  await cache.put(key, new Response(bytes as Uint8Array<ArrayBuffer>))
  return bytes
}

const faces = new Map<string, Promise<FontFace>>()

const faceOf = (file: FontFile, location: AxisLocation = {}): Promise<FontFace> => {
  const key = [file.sha256, ...Object.entries(location).flat()].join(' ')
  let face = faces.get(key)
  if (!face) {
    face = Promise.all([loadHarfbuzz(), fileOf(file)]).then(
      ([harfbuzz, bytes]) => new FontFace(harfbuzz.face(bytes, location), bytes, file.sha256, location),
    )
    face.catch(() => faces.delete(key))
    faces.set(key, face)
  }
  return face
}

let platform: Promise<Map<string, FontFile>> | undefined
const platformFiles = (): Promise<Map<string, FontFile>> => {
  platform ??= answered(api.GET('/v1/platform-assets', { params: { query: { kind: 'FONT' } } })).then(
    ({ data }) => new Map(data.map((asset) => [asset.id, asset])),
  )
  platform.catch(() => {
    platform = undefined
  })
  return platform
}

/** Platform and uploaded fonts, as the press uses them. */
export const fontFiles: FontFiles = {
  async platform(id) {
    const file = (await platformFiles()).get(id)
    if (!file) throw new Error(`The server has no font ${id}`)
    return faceOf(file)
  },
  async fallbacks() {
    const files = [...(await platformFiles()).values()]
    return Promise.all(files.filter(({ origin }) => origin === 'INSTANCE').map((file) => faceOf(file)))
  },
  async upload(asset, location) {
    const { data, response } = await api.GET('/v1/asset-files/{id}', { params: { path: { id: asset } } })
    return response.ok && data ? faceOf(data, location) : undefined
  },
}

/** Returns the named weights of an uploaded font; empty if it isn't variable or readable. */
export const weightsOf = async (asset: string): Promise<readonly number[]> => {
  const face = await fontFiles.upload(asset, undefined).catch(() => undefined)
  return face?.axes.weights ?? []
}
