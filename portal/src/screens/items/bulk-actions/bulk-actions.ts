import type { Schemas } from '../../../api/client.ts'
import { session } from '../../../api/session.svelte.ts'
import type { Selection } from '../../../ui/selection.svelte.ts'
import { type Counts, type Item, type ItemStatus, type Kind, suited } from './offer.ts'

export type ItemAction = Schemas['ItemAction']

/** As many as one action takes that were chosen one by one, and as many as match its filters. */
const most = { chosen: 10_000, matching: 1_000_000 }
export const mostOf = (selection: Selection<Item>): number =>
  selection.all === undefined ? most.chosen : most.matching

/** Whether the person may do this to items. */
export const may = (kind: Kind): boolean =>
  session.can('items.write') || (session.can('items.approve') && (kind === 'APPROVE' || kind === 'REJECT'))

/** What the person may do to items. */
export const allowedKinds = (): Kind[] => (Object.keys(suited) as Kind[]).filter(may)

/** Whether the person may do something with any of the items that are listed, of one status or of all. */
export const isAnySuited = (counts: Counts | undefined, status: ItemStatus | null): boolean =>
  allowedKinds()
    .flatMap((kind) => suited[kind])
    .some((one) => (status === null || status === one) && (counts?.byStatus[one] ?? 0) > 0)

/** As many as are counted with every list, where they wait for a decision: more are counted once they are chosen. */
const mostCountedAlong = 10_000

/** Whether the items that wait for a decision are counted with the list, for a decision about all of them. */
export const isWaitingCounted = (counts: Counts | undefined, status: ItemStatus | null): boolean => {
  const waiting = counts?.byStatus.PENDING_APPROVAL ?? 0
  const isShown = status === null || status === 'PENDING_APPROVAL'
  return may('APPROVE') && isShown && !counts?.isCapped && waiting > 0 && waiting <= mostCountedAlong
}

export const isUnderWay = ({ status }: ItemAction): boolean => status === 'PENDING' || status === 'PROCESSING'
