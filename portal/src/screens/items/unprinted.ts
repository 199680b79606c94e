import type { Schemas } from '../../api/client.ts'
import { p } from '../../shell/routes.ts'

/** Statuses before an item joins a run, in which it can be corrected. */
export const unscheduled: readonly Schemas['ItemStatus'][] = [
  'CREATED',
  'NEEDS_ATTENTION',
  'PENDING_APPROVAL',
  'HELD',
  'READY',
]
/** Statuses before handover to the printer, in which an item can be cancelled. */
export const unprinted: readonly Schemas['ItemStatus'][] = [...unscheduled, 'SCHEDULED']

/** Returns the filters for unprinted items of these template versions. */
export const unprintedFilters = (versionIds: readonly string[]) => ({
  'filter[templateVersionId][in]': versionIds.join(),
  'filter[status][in]': unprinted.join(),
})

/** Returns the URL of a Postflow's unprinted items with one of these versions. */
export const hrefOfUnprinted = (postflowId: string, versionIds: readonly string[]): string =>
  `${p('/items')}?${new URLSearchParams({ postflow: postflowId, keeps: versionIds.join() })}`
