import type { StoredBytes } from '../../engine/operation.ts'
import type { Services } from '../../engine/services.ts'

/**
 * A blob as an answer; undefined where it no longer exists. Its key is its tag, since the bytes under a key
 * never change.
 */
export const storedBlob = async (
  services: Pick<Services, 'blobs'>,
  key: string,
  { etag, maxAgeSeconds }: Pick<StoredBytes, 'etag' | 'maxAgeSeconds'>,
): Promise<StoredBytes | undefined> => {
  const { blobs } = services
  const size = await blobs.size(key)
  if (size === undefined) return undefined
  const open: StoredBytes['open'] = (range) => blobs.stream(key, range)
  const bytes = { size, etag, maxAgeSeconds, open }
  return blobs.link ? { ...bytes, link: (as) => blobs.link!(key, as) } : bytes
}
