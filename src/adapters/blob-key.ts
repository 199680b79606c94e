/**
 * The grammar of blob keys for all implementations. Lower case only, because some file systems ignore case.
 * No segment ends in a dot, which excludes `.` and `..` and names that Windows would change silently.
 */
const SEGMENT = /^[a-z0-9_.-]*[a-z0-9_-]$/
const PREFIX = /^([a-z0-9_.-]*[a-z0-9_-]\/)*[a-z0-9_.-]*$/
const MAX_SEGMENT_LENGTH = 200
const MAX_KEY_LENGTH = 1000

export const isBlobKey = (key: string): boolean => {
  const fits = (segment: string) => segment.length <= MAX_SEGMENT_LENGTH && SEGMENT.test(segment)
  return key.length <= MAX_KEY_LENGTH && key.split('/').every(fits)
}

/** Throws for an invalid key. That is a bug, because this program creates all keys. */
export const assertBlobKey = (key: string): void => {
  if (!isBlobKey(key)) throw new Error(`Not a blob key: ${JSON.stringify(key.slice(0, 200))}`)
}

export const assertBlobPrefix = (prefix: string): void => {
  if (prefix.length > MAX_KEY_LENGTH || !PREFIX.test(prefix)) {
    throw new Error(`Not a prefix of blob keys: ${JSON.stringify(prefix.slice(0, 200))}`)
  }
}
