import type { Schemas } from '../../api/client.ts'
import { session } from '../../api/session.svelte.ts'
import { p } from '../../shell/routes.ts'
import { testClock } from '../../shell/test-clock.svelte.ts'

type Attention = Schemas['Attention']
/** The counters of `attention.get`. */
export type Kind = Exclude<
  keyof Attention,
  'isBalanceLow' | 'importsFailedPostbatchId' | 'remakesHeldUpRunId'
>

/** How long the server reports a rejected item. */
const reportedMs = 7 * 24 * 60 * 60 * 1000
export const now = (): number => testClock.nowOf({ isTest: session.mode === 'test' })
/** The earliest rejection that the server reports. */
export const rejectedSince = (): string => new Date(now() - reportedMs).toISOString()

/** Returns the path of the list that shows exactly what was counted, by kind. */
const places: Readonly<Record<Kind, (attention: Attention) => string>> = {
  itemsNeedingAttention: () => `${p('/items')}?status=NEEDS_ATTENTION`,
  itemsPendingApproval: () =>
    session.can('items.approve') || session.can('items.write')
      ? p('/items/waiting')
      : `${p('/items')}?status=PENDING_APPROVAL`,
  itemsRejected: () => `${p('/items')}?${new URLSearchParams({ rejectedSince: rejectedSince() })}`,
  itemsHeldForFunds: () =>
    session.can('billing.manage') ? p('/balance/top-ups') : `${p('/items')}?status=HELD`,
  itemsHeldForCap: () =>
    session.can('billing.read') ? p('/balance/spending') : `${p('/items')}?status=HELD&held=SPENDING_CAP`,
  postbatchesToApprove: () => `${p('/postbatches')}?status=VALIDATED`,
  postbatchesRejected: () => `${p('/postbatches')}?status=DRAFT`,
  // There is no list of imports across mailings.
  importsFailed: ({ importsFailedPostbatchId: id }) =>
    id ? p('/postbatches/:id', { params: { id } }) : `${p('/events')}?type=import.failed`,
  connectorsStopped: () => p('/integrations'),
  connectorsToReview: () => p('/integrations'),
  suppressionsProposed: () => `${p('/suppressions')}?status=PROPOSED`,
  suppressionsUndecided: () => `${p('/suppressions/test-entries')}?undecided=true`,
  runsHeldUp: () => `${p('/runs')}?status=held-up`,
  /** The server reports the oldest run; the next follows once that one is settled. */
  remakesHeldUp: ({ remakesHeldUpRunId: id }) => (id ? p('/runs/:id', { params: { id } }) : p('/runs')),
  printersAway: () => p('/operator/printers'),
  endpointsDisabled: () => p('/webhooks'),
  deliveriesUndelivered: () => p('/webhooks/undelivered'),
}

/** The server's limit of these counts. */
const counted = 10_000

export interface Counted {
  kind: Kind
  number: number
  /** True if there may be more. */
  isCapped: boolean
  href: string
}

/** Tasks of users who create items. */
const ofMakers: readonly Kind[] = ['itemsNeedingAttention', 'itemsRejected']

/** Returns the waiting kinds, most urgent first, without those that the user may not see. */
export const countedTasks = (attention: Attention): Counted[] =>
  (Object.keys(places) as Kind[]).flatMap((kind) => {
    const number = attention[kind]
    if (!number) return []
    // Approvers see no tasks of others.
    if (ofMakers.includes(kind) && !session.can('items.write')) return []
    if (kind === 'connectorsToReview' && !session.can('organisation.manage')) return []
    if (kind === 'postbatchesRejected' && !session.can('postflows.write')) return []
    // A disabled webhook and its undelivered events are one row.
    if (kind === 'deliveriesUndelivered' && attention.endpointsDisabled) return []
    return { kind, number, isCapped: number >= counted, href: places[kind](attention) }
  })
