import type { Schemas } from '../../api/client.ts'
import { session } from '../../api/session.svelte.ts'
import { p } from '../../shell/routes.ts'
import { testClock } from '../../shell/test-clock.svelte.ts'

type Attention = Schemas['Attention']
/** What of it is a number of things that wait. */
export type Kind = Exclude<
  keyof Attention,
  'isBalanceLow' | 'importsFailedPostbatchId' | 'remakesHeldUpRunId'
>

/** How long the server tells of an item that was rejected. */
const toldMs = 7 * 24 * 60 * 60 * 1000
const now = (): number => testClock.nowOf({ isTest: session.mode === 'test' })

/** Where each kind is mended: the list that shows just what was counted. */
const places: Readonly<Record<Kind, (attention: Attention) => string>> = {
  itemsNeedingAttention: () => `${p('/items')}?status=NEEDS_ATTENTION`,
  itemsPendingApproval: () =>
    session.can('items.approve') || session.can('items.write')
      ? p('/items/waiting')
      : `${p('/items')}?status=PENDING_APPROVAL`,
  itemsRejected: () =>
    `${p('/items')}?${new URLSearchParams({ rejectedSince: new Date(now() - toldMs).toISOString() })}`,
  itemsHeldForFunds: () =>
    session.can('billing.manage') ? p('/balance/top-ups') : `${p('/items')}?status=HELD`,
  itemsHeldForCap: () =>
    session.can('billing.read') ? p('/balance/spending') : `${p('/items')}?status=HELD&held=SPENDING_CAP`,
  postbatchesToApprove: () => `${p('/postbatches')}?status=VALIDATED`,
  postbatchesRejected: () => `${p('/postbatches')}?status=DRAFT`,
  // No list of imports goes across mailings.
  importsFailed: ({ importsFailedPostbatchId: id }) =>
    id ? p('/postbatches/:id', { params: { id } }) : `${p('/events')}?type=import.failed`,
  connectorsStopped: () => p('/integrations'),
  connectorsToReview: () => p('/integrations'),
  suppressionsProposed: () => `${p('/suppressions')}?status=PROPOSED`,
  suppressionsUndecided: () => `${p('/suppressions/test-entries')}?undecided=true`,
  runsHeldUp: () => `${p('/runs')}?status=held-up`,
  /** The one that was asked for first; the others follow once that is settled. */
  remakesHeldUp: ({ remakesHeldUpRunId: id }) => (id ? p('/runs/:id', { params: { id } }) : p('/runs')),
  printersAway: () => p('/operator/printers'),
  endpointsDisabled: () => p('/webhooks'),
  deliveriesUndelivered: () => p('/webhooks/undelivered'),
}

/** Up to which number the server counts these. */
const counted = 10_000

export interface WaitingRow {
  kind: Kind
  number: number
  /** True where there may be more than were counted. */
  isCapped: boolean
  href: string
}

/** What whoever makes items has to do. */
const ofMakers: readonly Kind[] = ['itemsNeedingAttention', 'itemsRejected']

/** What waits, the most urgent first. What a person may not know is not among it. */
export const waitingRows = (attention: Attention): WaitingRow[] =>
  (Object.keys(places) as Kind[]).flatMap((kind) => {
    const number = attention[kind]
    if (!number) return []
    // Who only approves is asked for nothing that others have to do.
    if (ofMakers.includes(kind) && !session.can('items.write')) return []
    if (kind === 'connectorsToReview' && !session.can('organisation.manage')) return []
    if (kind === 'postbatchesRejected' && !session.can('postflows.write')) return []
    // One trouble is one row: what a webhook that is off lacks stands beside it.
    if (kind === 'deliveriesUndelivered' && attention.endpointsDisabled) return []
    return { kind, number, isCapped: number >= counted, href: places[kind](attention) }
  })
