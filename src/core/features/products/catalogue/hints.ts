import type { CatalogueCheck } from '../../../engine/catalogue-part.ts'
import { maxHints } from '../../../engine/validate.ts'
import { nearest } from '../../../kernel/nearest.ts'

const given = new WeakMap<CatalogueCheck['facts'], number>()
/** More names are not compared: each takes as long as both names are together. */
const compared = 200

/** The known name that is most likely meant, for the first few unknown ones of a check. */
export const hintFor = (
  { facts }: Pick<CatalogueCheck, 'facts'>,
  name: string,
  known: readonly string[],
): string | undefined => {
  const count = given.get(facts) ?? 0
  if (count >= maxHints) return undefined
  given.set(facts, count + 1)
  return nearest(name, known.slice(0, compared))
}
