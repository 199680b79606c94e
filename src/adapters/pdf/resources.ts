import { readResource } from '#platform/files'
import { deflate } from '#platform/zlib'
import type { ResourceName } from '../platform/renderer-files.ts'

export { readResource }

const own = new WeakMap<Uint8Array, Promise<Uint8Array>>()
/** Returns an operator's profile, compressed once for all parts. */
export const deflated = (profile: Uint8Array): Promise<Uint8Array> => {
  let bytes = own.get(profile)
  if (!bytes) {
    bytes = deflate(profile)
    own.set(profile, bytes)
  }
  return bytes
}

const compressed = new Map<ResourceName, Promise<Uint8Array>>()
/** Returns a built-in profile as embedded in parts, compressed once outside the event loop. */
export const deflatedResource = (name: ResourceName): Promise<Uint8Array> => {
  let bytes = compressed.get(name)
  if (!bytes) {
    bytes = readResource(name).then((plain) => deflate(plain))
    // Lets the next call retry, because the file may be readable later.
    bytes.catch(() => compressed.delete(name))
    compressed.set(name, bytes)
  }
  return bytes
}
