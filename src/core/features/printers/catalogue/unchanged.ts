import type { CatalogueDocument, CataloguePart } from '../../../engine/catalogue-part.ts'
import { problem } from '../../../kernel/errors.ts'
import { generalProblems } from '../../../kernel/problem-sentences.ts'
import type { Rows } from '../../../ports/store.ts'
import { same } from '../../products/catalogue/changes.ts'
import { catalogueMark, revisionOf } from '../../products/current.ts'

/** Throws 412 where a list is no longer what the file was checked against. */
export const assertUnchanged = async (
  rows: Rows,
  before: CatalogueDocument,
  { name, read }: Pick<CataloguePart, 'name' | 'read'>,
): Promise<void> => {
  if (same(await read(rows), before.parts[name] ?? [])) return
  const revision = revisionOf(await catalogueMark(rows))
  throw problem(generalProblems.say('revision_conflict.thing', { noun: 'catalogue', revision }))
}
