import { readResource } from '#platform/files'
import { deflate } from '#platform/zlib'
import type { ResourceName } from '../platform/renderer-files.ts'

export { readResource }

const compressed = new Map<ResourceName, Promise<Uint8Array>>()
/** A profile as every part embeds it: deflated once, beside the event loop. */
export const deflatedResource = (name: ResourceName): Promise<Uint8Array> => {
  let bytes = compressed.get(name)
  if (!bytes) {
    bytes = readResource(name).then((plain) => deflate(plain))
    compressed.set(name, bytes)
  }
  return bytes
}
