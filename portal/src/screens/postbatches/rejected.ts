import type { Schemas } from '../../api/client.ts'

/** Whether nothing of a mailing that was rejected was changed since: neither its settings nor the pieces that are shown. */
export const isUnchanged = (
  { updatedAt, rejection }: Pick<Schemas['Postbatch'], 'updatedAt' | 'rejection'>,
  pieces: readonly Pick<Schemas['Item'], 'updatedAt'>[],
): boolean => {
  if (!rejection) return false
  const rejectedAt = Date.parse(rejection.at)
  return [updatedAt, ...pieces.map((piece) => piece.updatedAt)].every((at) => Date.parse(at) <= rejectedAt)
}
