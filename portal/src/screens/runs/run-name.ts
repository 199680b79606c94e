import { runCodeOf } from '../../../../src/core/template/sheet-mark.ts'
import type { Schemas } from '../../api/client.ts'
import type { Specification } from '../../api/specifications.ts'
import { written } from '../../messages/index.svelte.ts'

type Run = Pick<Schemas['Run'], 'cutoffAt' | 'cutoffReachedAt' | 'productSpecificationId'>

/** When a run closes; one that was closed by hand, when that was. */
export const closingOf = ({ cutoffAt, cutoffReachedAt }: Run): string =>
  cutoffReachedAt !== null && cutoffReachedAt < cutoffAt ? cutoffReachedAt : cutoffAt

/** A moment with its weekday, by which people know a run. */
export const weekdayMoment = (iso: string): string =>
  written({ weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' }, iso)

/**
 * What tells a run from others that close at the same moment: every sheet has it in its mark, and the run's id on
 * the print ticket ends with it. Short enough to be read out.
 */
export const runCode = (id: string): string => runCodeOf(id)

/** How a run is called: what it prints, and when it closes. Without the product where that is not known yet. */
export const runName = (run: Run, specifications: readonly Specification[] | undefined): string => {
  const product = specifications?.find(({ id }) => id === run.productSpecificationId)?.name
  const closing = weekdayMoment(closingOf(run))
  return product ? `${product}, ${closing}` : closing
}
