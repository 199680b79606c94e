import type { ReadContext } from '../../engine/context.ts'
import { gt, gte, isNotNull, isNull, not, oneOf } from '../../kernel/query.ts'
import { dayMs } from '../../kernel/time.ts'
import type { ImportRow } from '../../model/imports.ts'
import { isImportOver } from '../../model/imports.ts'
import type { RunRemakeRow, RunRow } from '../../model/runs.ts'
import { everyone } from '../../ports/store.ts'
import { countItems } from '../items/counts.ts'
import { availableCents, emptyAccount } from '../ledger/accounts.ts'
import { heldForFunds } from '../ledger/ledger.ts'
import { heldForCap } from '../ledger/spending.ts'
import { failingJobs } from '../lists/stall.ts'
import { ofVisibleEndpoints, visibleTo } from '../webhooks/endpoints/endpoint.ts'
import { switchedOff, undeliveredConditions } from '../webhooks/endpoints/endpoint-state.ts'
import type { Attention } from './schema.ts'
import { attentionLimits } from './schema.ts'

type AttentionContext = Pick<
  ReadContext,
  'rows' | 'scope' | 'shared' | 'organisation' | 'caller' | 'services' | 'now'
>

/** Returns what needs attention; null for values that the caller may not see. */
export const attentionOf = async (context: AttentionContext): Promise<Attention> => {
  const { scopes } = context.caller
  return {
    ...(scopes.includes('items.read') ? await ofMail(context) : unknownMail),
    ...(scopes.includes('suppressions.manage') ? await ofSuppressions(context) : unknownSuppressions),
    ...(scopes.includes('runs.manage') ? await ofRemakes(context) : unknownRemakes),
    printersAway: scopes.includes('printers.manage') ? await printersAway(context) : null,
    ...(scopes.includes('webhooks.manage') ? await ofWebhooks(context) : unknownWebhooks),
    isBalanceLow: scopes.includes('billing.read') ? await isBalanceLow(context) : null,
  }
}

const unknownMail = {
  itemsNeedingAttention: null,
  itemsPendingApproval: null,
  itemsRejected: null,
  itemsHeldForFunds: null,
  itemsHeldForCap: null,
  postbatchesToApprove: null,
  postbatchesRejected: null,
  importsFailed: null,
  connectorsStopped: null,
  connectorsToReview: null,
  importsFailedPostbatchId: null,
  runsHeldUp: null,
}
const unknownSuppressions = { suppressionsProposed: null, suppressionsUndecided: null }
const unknownRemakes = { remakesHeldUp: null, remakesHeldUpRunId: null }
const unknownWebhooks = { endpointsDisabled: null, deliveriesUndelivered: null }

const newest = [{ field: 'createdAt', descending: true }] as const
const counted = { by: 'status', order: newest, limit: attentionLimits.rows } as const

const sum = (tally: ReadonlyMap<string, number>): number =>
  [...tally.values()].reduce((total, count) => total + count, 0)

/**
 * Rejected items are reported for a week at most, because not all are sent again, and only until a corrected
 * copy exists.
 */
const rejectedLately = (now: number) => ({
  rejectedAt: gte(now - attentionLimits.rejectedDays * dayMs),
  correctedAs: isNull,
})

const lastRejected = { ...counted, order: [{ field: 'rejectedAt', descending: true }] } as const

const ofMail = async ({ rows, scope, now }: AttentionContext) => {
  const { byStatus } = await countItems(rows, scope, {})
  const failed = {
    status: 'FAILED',
    failureCode: not('cancelled'),
    createdAt: gte(now - attentionLimits.importDays * dayMs),
  } as const
  const failures = await rows.imports.tally(scope, failed, { ...counted, by: 'postbatchId' })
  const stalled = await stalledImports(rows, scope)
  const only = [...new Set([...failures.keys(), ...stalled.map(({ postbatchId }) => postbatchId)])]
  return {
    itemsNeedingAttention: byStatus.NEEDS_ATTENTION,
    itemsPendingApproval: byStatus.PENDING_APPROVAL,
    itemsRejected: sum(await rows.items.tally(scope, rejectedLately(now), lastRejected)),
    // Usually no item is HELD, and then there is nothing to count.
    itemsHeldForFunds: byStatus.HELD === 0 ? 0 : sum(await rows.items.tally(scope, heldForFunds, counted)),
    itemsHeldForCap: byStatus.HELD === 0 ? 0 : sum(await rows.items.tally(scope, heldForCap, counted)),
    postbatchesToApprove: sum(await rows.postbatches.tally(scope, { status: 'VALIDATED' }, counted)),
    postbatchesRejected: sum(
      await rows.postbatches.tally(scope, { status: 'DRAFT', rejectedAt: isNotNull }, counted),
    ),
    importsFailed: sum(failures) + stalled.length,
    connectorsStopped: await rows.connectors.count(scope, { stoppedAt: isNotNull }),
    connectorsToReview:
      (await rows.connectors.count(scope, { needsReview: true })) +
      (await rows.connectors.count(scope, { needsReview: null })),
    importsFailedPostbatchId: only.length === 1 ? only[0]! : null,
    runsHeldUp:
      (await waitingRuns({ rows, scope })).filter(isHeldUp).length +
      (await rows.runs.count(scope, { status: 'HANDED_TO_PRINTER', uncertain: true })),
  }
}

const stalledImports = async (
  rows: AttentionContext['rows'],
  scope: AttentionContext['scope'],
): Promise<ImportRow[]> => {
  const ids = [...(await failingJobs(rows, scope.organisationId, 'recipients')).keys()]
  if (ids.length === 0) return []
  const found = await rows.imports.find(scope, { id: oneOf(ids) }, { limit: attentionLimits.rows })
  return found.filter(({ status }) => !isImportOver(status))
}

const waitingRuns = ({ rows, scope }: Pick<AttentionContext, 'rows' | 'scope'>): Promise<RunRow[]> =>
  rows.runs.find(
    scope,
    { status: oneOf(['RENDERED', 'HANDING_OVER', 'FAILED']) },
    { order: newest, limit: attentionLimits.runs },
  )

const isHeldUp = ({ status, uncertain, findings }: RunRow): boolean =>
  status === 'FAILED' || uncertain || findings.length > 0

const ofSuppressions = async ({ rows, shared }: AttentionContext) => ({
  suppressionsProposed: await rows.suppressions.count(shared, { mode: 'live', status: 'PROPOSED' }),
  suppressionsUndecided: await rows.suppressions.count(shared, { mode: 'test', isUndecided: true }),
})

/** Counts remakes that wait for a printer or a user. */
const ofRemakes = async ({ rows, scope }: AttentionContext) => {
  const waiting = {
    status: oneOf(['WAITING', 'HANDING_OVER', 'HANDED_TO_PRINTER']),
    waitReason: isNotNull,
  } as const
  const stuck = await rows.runRemakes.find(scope, waiting, {
    order: [{ field: 'createdAt' }],
    limit: attentionLimits.remakes,
  })
  const all = [...stuck, ...(await failedRemakes({ rows, scope }))]
  const first = all.toSorted((a, b) => a.createdAt - b.createdAt)[0]
  return { remakesHeldUp: all.length, remakesHeldUpRunId: first?.runId ?? null }
}

/** Returns failed remakes of runs that can still be remade, unless a later one was requested. */
const failedRemakes = async ({
  rows,
  scope,
}: Pick<AttentionContext, 'rows' | 'scope'>): Promise<RunRemakeRow[]> => {
  const failed = await rows.runRemakes.find(
    scope,
    { status: 'FAILED' },
    { order: newest, limit: attentionLimits.remakes },
  )
  if (failed.length === 0) return []
  const ids = [...new Set(failed.map(({ runId }) => runId))]
  const runs = await rows.runs.find(scope, { id: oneOf(ids), status: 'HANDED_TO_PRINTER' })
  const latest = new Map(runs.map(({ id }) => [id, 0]))
  for (const { runId, number } of await rows.runRemakes.find(scope, { runId: oneOf([...latest.keys()]) }))
    latest.set(runId, Math.max(latest.get(runId)!, number))
  return failed.filter(({ runId, number }) => latest.get(runId) === number)
}

/** Counts the printers in use that did not answer, or accepted nothing, at the last attempt. */
const printersAway = async ({ rows }: AttentionContext): Promise<number> => {
  const inUse = await rows.printers.find(everyone, { status: 'ACTIVE' })
  return inUse.filter(({ health }) => health?.ok === false).length
}

const ofWebhooks = async ({ rows, scope, shared, services }: AttentionContext) => {
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

/** Returns null in test mode, and false for an organisation that doesn't prepay, which has no balance. */
const isBalanceLow = async ({
  rows,
  scope,
  shared,
  organisation,
}: AttentionContext): Promise<boolean | null> => {
  if (scope.mode === 'test') return null
  if (organisation.billingMode !== 'PREPAID') return false
  const id = shared.organisationId
  const account = (await rows.accounts.get(shared, id)) ?? emptyAccount(id)
  return availableCents(account) < account.lowThresholdCents
}
