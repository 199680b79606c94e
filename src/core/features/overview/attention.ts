import type { ReadContext } from '../../engine/context.ts'
import { gt, gte, isNotNull, not, oneOf } from '../../kernel/query.ts'
import { dayMs } from '../../kernel/time.ts'
import type { RunRow } from '../../model/runs.ts'
import { countItems } from '../items/counts.ts'
import { availableCents, emptyAccount } from '../ledger/accounts.ts'
import { heldForFunds } from '../ledger/ledger.ts'
import { heldForCap } from '../ledger/spending.ts'
import { undeliveredConditions } from '../webhooks/delivery/state.ts'
import { ofVisibleEndpoints, visibleTo } from '../webhooks/endpoints/endpoint.ts'
import { switchedOff } from '../webhooks/endpoints/endpoint-state.ts'
import { attentionLimits } from './limits.ts'
import type { Attention } from './schema.ts'

type Looking = Pick<ReadContext, 'rows' | 'scope' | 'shared' | 'organisation' | 'caller' | 'services' | 'now'>

/** What waits for a person, as far as the caller may know it. */
export const attentionOf = async (context: Looking): Promise<Attention> => {
  const { scopes } = context.caller
  return {
    ...(scopes.includes('items.read') ? await ofMail(context) : unknownMail),
    ...(scopes.includes('webhooks.manage') ? await ofWebhooks(context) : unknownWebhooks),
    isBalanceLow: scopes.includes('billing.read') ? await isBalanceLow(context) : null,
  }
}

const unknownMail = {
  itemsNeedingAttention: null,
  itemsPendingApproval: null,
  itemsHeldForFunds: null,
  itemsHeldForCap: null,
  postbatchesToApprove: null,
  postbatchesRejected: null,
  importsFailed: null,
  runsHeldUp: null,
}
const unknownWebhooks = { endpointsDisabled: null, deliveriesUndelivered: null }

const newest = [{ field: 'createdAt', descending: true }] as const
const counted = { by: 'status', order: newest, limit: attentionLimits.rows } as const

const sum = (tally: ReadonlyMap<string, number>): number =>
  [...tally.values()].reduce((total, count) => total + count, 0)

const ofMail = async ({ rows, scope, now }: Looking) => {
  const { byStatus } = await countItems(rows, scope, {})
  const failed = {
    status: 'FAILED',
    failureCode: not('cancelled'),
    createdAt: gte(now - attentionLimits.importDays * dayMs),
  } as const
  return {
    itemsNeedingAttention: byStatus.NEEDS_ATTENTION,
    itemsPendingApproval: byStatus.PENDING_APPROVAL,
    // Mostly no item is HELD, and then there is nothing to count.
    itemsHeldForFunds: byStatus.HELD === 0 ? 0 : sum(await rows.items.tally(scope, heldForFunds, counted)),
    itemsHeldForCap: byStatus.HELD === 0 ? 0 : sum(await rows.items.tally(scope, heldForCap, counted)),
    postbatchesToApprove: sum(await rows.postbatches.tally(scope, { status: 'VALIDATED' }, counted)),
    postbatchesRejected: sum(
      await rows.postbatches.tally(scope, { status: 'DRAFT', rejectedAt: isNotNull }, counted),
    ),
    importsFailed: sum(await rows.imports.tally(scope, failed, counted)),
    runsHeldUp: (await waitingRuns({ rows, scope })).filter(isHeldUp).length,
  }
}

const waitingRuns = ({ rows, scope }: Pick<Looking, 'rows' | 'scope'>): Promise<RunRow[]> =>
  rows.runs.find(
    scope,
    { status: oneOf(['RENDERED', 'HANDING_OVER', 'FAILED']) },
    { order: newest, limit: attentionLimits.runs },
  )

const isHeldUp = ({ status, uncertain, findings }: RunRow): boolean =>
  status === 'FAILED' || uncertain || findings.length > 0

const ofWebhooks = async ({ rows, scope, shared, services }: Looking) => {
  const endpointsDisabled = await rows.webhookEndpoints.count(shared, [
    visibleTo(scope.mode),
    { active: false, disabledReason: not(switchedOff) },
  ])
  const undelivered = await rows.webhookDeliveries.tally(
    scope,
    [undeliveredConditions, { expiresAt: gt(services.clock.now()) }, await ofVisibleEndpoints(rows, scope)],
    counted,
  )
  return { endpointsDisabled, deliveriesUndelivered: sum(undelivered) }
}

/** An organisation that pays by invoice has no balance that runs out. */
const isBalanceLow = async ({ rows, scope, shared, organisation }: Looking): Promise<boolean | null> => {
  if (scope.mode === 'test') return null
  if (organisation.billingMode !== 'PREPAID') return false
  const id = shared.organisationId
  const account = (await rows.accounts.get(shared, id)) ?? emptyAccount(id)
  return availableCents(account) < account.lowThresholdCents
}
