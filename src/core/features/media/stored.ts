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
  const size = await services.blobs.size(key)
  return size === undefined
    ? undefined
    : { size, etag, maxAgeSeconds, open: (range) => services.blobs.stream(key, range) }
}
