import type { Schemas } from '../../../api/client.ts'
import { session } from '../../../api/session.svelte.ts'
import type { Selection } from '../../../ui/selection.svelte.ts'
import { type Counts, type Item, type ItemStatus, type Kind, suited } from './offer.ts'

export type ItemAction = Schemas['ItemAction']

/** Limits of items selected individually and of matching items. */
const max = { chosen: 10_000, matching: 1_000_000 }
export const maxOf = (selection: Selection<Item>): number =>
  selection.all === undefined ? max.chosen : max.matching

/** Whether the user may perform this action. */
export const may = (kind: Kind): boolean =>
  session.can('items.write') || (session.can('items.approve') && (kind === 'APPROVE' || kind === 'REJECT'))

/** Actions that the user may perform. */
export const allowedKinds = (): Kind[] => (Object.keys(suited) as Kind[]).filter(may)

/** Whether any action is possible for items of one or all statuses. */
export const isAnySuited = (counts: Counts | undefined, status: ItemStatus | null): boolean =>
  allowedKinds()
    .flatMap((kind) => suited[kind])
    .some((one) => (status === null || status === one) && (counts?.byStatus[one] ?? 0) > 0)

/** Limit for counting waiting items with every list; more are counted once selected. */
const maxCountedAlong = 10_000

/** Whether waiting items are counted with the list, for a decision about all of them. */
export const isWaitingCounted = (counts: Counts | undefined, status: ItemStatus | null): boolean => {
  const waiting = counts?.byStatus.PENDING_APPROVAL ?? 0
  const isShown = status === null || status === 'PENDING_APPROVAL'
  return may('APPROVE') && isShown && !counts?.isCapped && waiting > 0 && waiting <= maxCountedAlong
}

export const isUnderWay = ({ status }: ItemAction): boolean => status === 'PENDING' || status === 'PROCESSING'
