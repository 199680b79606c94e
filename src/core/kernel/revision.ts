import { problem } from './errors.ts'

/**
 * Compares an `If-Match` header (`"3"`, `W/"3"`, `3` or `*`) with a resource's revision. Without the header
 * every revision matches. Throws 412 `revision_conflict`.
 */
export const assertRevision = (ifMatch: string | undefined, revision: number, noun: string): void => {
  const seen = ifMatch?.trim()
  if (seen === undefined || seen === '*') return
  if (seen.replace(/^(?:W\/)?"?|"$/g, '') === String(revision)) return
  throw problem(
    'revision_conflict',
    `The ${noun} has revision ${revision}: it was changed in the meantime. Read it again and repeat the change.`,
  )
}
