import type { ReadContext } from '../../engine/context.ts'
import { problem } from '../../kernel/errors.ts'
import { oneOf } from '../../kernel/query.ts'
import type { PostbatchRow } from '../../model/postbatches.ts'
import type { Rows } from '../../ports/store.ts'
import { currentCatalogue } from '../products/current-catalogue.ts'
import { crossesPriceStep } from '../products/prices.ts'
import { specificationOf } from '../products/specifications.ts'
import { postbatchProblems } from './sentences.ts'

/**
 * Throws 409 if the number of items has changed since validation so much that another quantity step may
 * apply, and the quote would show the prices of another number.
 */
export const assertPriced = async (
  { services, rows }: Pick<ReadContext, 'services' | 'rows'>,
  { specificationId, pricedQuantity }: PostbatchRow,
  itemCount: number,
): Promise<void> => {
  const catalogue = await currentCatalogue(services, rows)
  const specification = await specificationOf(services, rows, specificationId)
  const before = pricedQuantity ?? itemCount
  if (!crossesPriceStep(catalogue, specification, before, itemCount)) return
  throw problem(postbatchProblems.sentence('invalid_state.quantity_step', { before, count: itemCount }))
}

/**
 * Throws 409 while an import, copy or correction may still change items, because the content must not change
 * during validation or after approval.
 */
export const assertNothingUnderWay = async (rows: Rows, postbatch: PostbatchRow): Promise<void> => {
  const { id, organisationId, mode, copiedUntil, copyFailureCode, salutationCorrections } = postbatch
  if (salutationCorrections !== null)
    throw problem(postbatchProblems.sentence('invalid_state.corrections_under_way'))
  if (copyFailureCode !== null) {
    const params = { id, original: String(postbatch.copyOf) }
    throw problem(postbatchProblems.sentence('invalid_state.copy_stopped', params))
  }
  if (copiedUntil !== null) throw problem(postbatchProblems.sentence('invalid_state.copy_under_way', { id }))
  const [found] = await rows.imports.find(
    { organisationId, mode },
    { postbatchId: id, status: oneOf(['MAPPED', 'PROCESSING']), dryRun: false },
    { limit: 1 },
  )
  if (found) throw problem(postbatchProblems.sentence('invalid_state.import_under_way', { id: found.id }))
}
