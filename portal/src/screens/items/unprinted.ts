import type { Schemas } from '../../api/client.ts'
import { p } from '../../shell/routes.ts'

/** The statuses of an item that no run has taken yet: it can be corrected. */
export const unscheduled: readonly Schemas['ItemStatus'][] = [
  'CREATED',
  'NEEDS_ATTENTION',
  'PENDING_APPROVAL',
  'HELD',
  'READY',
]
/** The statuses of an item that the printer does not have yet, and that can still be cancelled. */
export const unprinted: readonly Schemas['ItemStatus'][] = [...unscheduled, 'SCHEDULED']

/** What the printer does not have yet of certain versions of a template, as a list and its counts take it. */
export const keepingFilters = (versionIds: readonly string[]) => ({
  'filter[templateVersionId][in]': versionIds.join(),
  'filter[status][in]': unprinted.join(),
})

/** Where the list shows the items of a Postflow that keep one of these versions. */
export const hrefOfKeeping = (postflowId: string, versionIds: readonly string[]): string =>
  `${p('/items')}?${new URLSearchParams({ postflow: postflowId, keeps: versionIds.join() })}`
