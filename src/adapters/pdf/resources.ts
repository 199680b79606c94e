import { readResource } from '#platform/files'
import { deflate } from '#platform/zlib'
import { loadEachOnce } from '../../core/kernel/loading.ts'
import type { ResourceName } from '../platform/renderer-files.ts'

export { readResource }

const own = new WeakMap<Uint8Array, Promise<Uint8Array>>()
/** Returns an operator's profile, compressed once for all parts. */
export const deflated = (profile: Uint8Array): Promise<Uint8Array> =>
  loadEachOnce(own, profile, () => deflate(profile))

const compressed = new Map<ResourceName, Promise<Uint8Array>>()
/** Returns a built-in profile as embedded in parts, compressed once outside the event loop. */
export const deflatedResource = (name: ResourceName): Promise<Uint8Array> =>
  loadEachOnce(compressed, name, async () => deflate(await readResource(name)))
