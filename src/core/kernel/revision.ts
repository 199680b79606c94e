import { problem } from './errors.ts'
import type { Noun } from './nouns.ts'
import { generalProblems } from './problem-sentences.ts'

/**
 * Compares an `If-Match` header (`"3"`, `W/"3"`, `3` or `*`) with a resource's revision. Without the header
 * every revision matches. Throws 412 `revision_conflict`.
 */
export const assertRevision = (ifMatch: string | undefined, revision: number, noun: Noun): void => {
  const seen = ifMatch?.trim()
  if (seen === undefined || seen === '*') return
  if (seen.replace(/^(?:W\/)?"?|"$/g, '') === String(revision)) return
  throw problem(generalProblems.say('revision_conflict.thing', { noun, revision }))
}
