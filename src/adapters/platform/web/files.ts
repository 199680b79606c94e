import { type ResourceName, resourceFileName } from '../renderer-files.ts'

/** Returns the URL of a renderer file, or its bytes. */
export type ResourceFinder = (name: ResourceName, fileName: string) => string | URL | Promise<Uint8Array>

/**
 * Where the renderer's files are: the URL of their folder with a trailing slash, or a function from file name
 * to URL or bytes. `lettershop/browser/files` copies the files into a folder.
 */
export type RendererFiles = string | URL | ((fileName: string) => string | URL | Promise<Uint8Array>)

export const fileFinder =
  (files: RendererFiles): ResourceFinder =>
  (_name, fileName) => {
    if (typeof files === 'function') return files(fileName)
    return typeof files === 'string' ? files + fileName : new URL(fileName, files)
  }

const found = new Map<ResourceName, Promise<Uint8Array<ArrayBuffer>>>()
let find: ResourceFinder | undefined

/** Sets where the renderer's files are. Call it in each thread before the first file is read. */
export const provideResources = (finder: ResourceFinder): void => {
  find = finder
}

/** Reads a file once and caches it, as pages have no file system cache. Throws if it can't be fetched. */
export const readResource = (name: ResourceName): Promise<Uint8Array<ArrayBuffer>> => {
  let bytes = found.get(name)
  if (!bytes) {
    bytes = read(name)
    found.set(name, bytes)
    // A failure isn't cached, so that the next attempt can succeed.
    bytes.catch(() => found.delete(name))
  }
  return bytes
}

const read = async (name: ResourceName): Promise<Uint8Array<ArrayBuffer>> => {
  if (!find)
    throw new Error(
      'The location of the renderer’s files is not set: pass `renderer.files`, and call `useRendererFiles` in a worker.',
    )
  const place = find(name, resourceFileName(name))
  if (typeof place !== 'string' && !(place instanceof URL)) return new Uint8Array(await place)
  const response = await fetch(place)
  if (!response.ok)
    throw new Error(`The server answered ${response.status} for the renderer’s file ${place}.`)
  return new Uint8Array(await response.arrayBuffer())
}
