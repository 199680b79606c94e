import { runCodeOf } from '#lettershop/template'
import type { Schemas } from '../../api/client.ts'
import type { Specification } from '../../api/specifications.ts'
import { weekdayMoment } from '../../messages/index.svelte.ts'

type Run = Pick<Schemas['Run'], 'cutoffAt' | 'cutoffReachedAt' | 'productSpecificationId'>

/** Returns a run's closing time: the actual one if it was closed early, otherwise its cutoff. */
export const closingOf = ({ cutoffAt, cutoffReachedAt }: Run): string =>
  cutoffReachedAt !== null && cutoffReachedAt < cutoffAt ? cutoffReachedAt : cutoffAt

/**
 * Returns the end of a run's id, which is also in every sheet's mark and on the print ticket. It tells apart
 * runs with the same closing time and is short enough to be read out.
 */
export const runCode = (id: string): string => runCodeOf(id)

/** Names a run by product and closing time; omits the product while products are loading. */
export const runName = (run: Run, specifications: readonly Specification[] | undefined): string => {
  const product = specifications?.find(({ id }) => id === run.productSpecificationId)?.name
  const closing = weekdayMoment(closingOf(run))
  return product ? `${product}, ${closing}` : closing
}
