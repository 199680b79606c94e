import type { ReadContext } from '../../engine/context.ts'
import { problem } from '../../kernel/errors.ts'
import type { PostbatchRow } from '../../model/postbatches.ts'
import { currentCatalogue } from '../products/current-catalogue.ts'
import { crossesStep } from '../products/prices.ts'
import { specificationOf } from '../products/specifications.ts'
import { postbatchProblems } from './sentences.ts'

/**
 * Throws 409 where the Postbatch has so many more or fewer pieces than at its validation that another quantity
 * step may hold: its quote would promise the prices of another number.
 */
export const assertPriced = async (
  { services, rows }: Pick<ReadContext, 'services' | 'rows'>,
  { specificationId, pricedQuantity }: PostbatchRow,
  itemCount: number,
): Promise<void> => {
  const catalogue = await currentCatalogue(services, rows)
  const specification = await specificationOf(services, rows, specificationId)
  const before = pricedQuantity ?? itemCount
  if (!crossesStep(catalogue, specification, before, itemCount)) return
  throw problem(postbatchProblems.say('invalid_state.quantity_step', { before, count: itemCount }))
}
