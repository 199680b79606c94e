import type { ItemRow } from '../../../src/core/model/items.ts'
import { endedStatuses } from '../../../src/core/model/items.ts'
import { runOfHandOver } from '../../../src/core/model/runs.ts'
import type { Printing } from '../history.ts'
import { type FinalState, groupBy } from './final-state.ts'

/** Every item has ended, or waits for a reason that its status names. */
const itemsEndOrWait = (state: FinalState): string[] => {
  const postflows = new Map(state.postflows.map((row) => [row.id, row]))
  const postbatches = new Map(state.postbatches.map((row) => [row.id, row]))
  const accounts = new Map(state.accounts.map((row) => [row.organisationId, row]))
  const monthly = new Set(
    state.organisations.filter((row) => row.billingMode === 'MONTHLY').map(({ id }) => id),
  )
  const oldestUnpaid = new Map<string, ItemRow>()
  for (const item of state.items) {
    if (item.heldReason !== 'INSUFFICIENT_FUNDS') continue
    const first = oldestUnpaid.get(item.organisationId)
    if (
      !first ||
      item.createdAt < first.createdAt ||
      (item.createdAt === first.createdAt && item.id < first.id)
    )
      oldestUnpaid.set(item.organisationId, item)
  }
  const waitsFor = (item: ItemRow): boolean => {
    const postflow = postflows.get(item.postflowId ?? '')
    const postbatch = postbatches.get(item.postbatchId ?? '')
    switch (item.status) {
      case 'NEEDS_ATTENTION':
        return item.findings.some(({ severity }) => severity === 'error')
      case 'PENDING_APPROVAL':
        return postflow?.approval === 'PER_ITEM' && postflow.status !== 'ARCHIVED'
      case 'HELD':
        if (item.heldReason === 'POSTFLOW_PAUSED') return postflow?.status === 'PAUSED'
        if (item.heldReason === 'APPROVAL_MODE')
          return postbatch?.approvedAt === null && postbatch.status !== 'CANCELLED'
        return isUnpayable(item)
      default:
        return false
    }
  }
  // Newer and cheaper items wait until the oldest can be paid for.
  const isUnpayable = (item: ItemRow): boolean => {
    const account = accounts.get(item.organisationId)!
    const first = oldestUnpaid.get(item.organisationId)!
    return (
      item.mode === 'live' &&
      !monthly.has(item.organisationId) &&
      account.balanceCents - account.reservedCents < first.priceCents
    )
  }
  return state.items
    .filter((item) => !endedStatuses.includes(item.status) && !waitsFor(item))
    .map(({ id, status, heldReason, runId }) => `${id} stays ${status} ${heldReason ?? ''} ${runId ?? ''}`)
}

/** Printings of runs, without remakes and removed output. */
const ofRuns = ({ history }: FinalState): Printing[] =>
  history.printings.filter(({ runId, isThrownAway }) => !isThrownAway && runOfHandOver(runId) === runId)

/** Every item that entered production was printed once, and nothing else was printed. */
const printedOnce = (state: FinalState): string[] => {
  const prints = groupBy(
    ofRuns(state).flatMap(({ runId, itemIds }) => itemIds.map((itemId) => ({ itemId, runId }))),
    ({ itemId }) => itemId,
  )
  const entered = ({ history }: ItemRow) => history.some(({ status }) => status === 'IN_PRODUCTION')
  const wrong: string[] = []
  for (const item of state.items) {
    const times = prints.get(item.id) ?? []
    // A second print is allowed if an operator reported the run as not printed.
    if (times.length > 1 && !times.every(({ runId }) => state.history.reportedAbsent.has(runId)))
      wrong.push(`${item.id} was printed ${times.length} times, in ${times.map((p) => p.runId)}`)
    if (times.length === 1 && !entered(item)) wrong.push(`${item.id} was printed and is ${item.status}`)
    if (times.length === 0 && entered(item)) wrong.push(`${item.id} is ${item.status} and was never printed`)
    if (times.length > 0 && times[0]!.runId !== item.runId)
      wrong.push(`${item.id} was printed in ${times[0]!.runId} and says ${item.runId}`)
  }
  return wrong
}

/** A printed package has the items of its run, in order. */
const packagesMatchRuns = (state: FinalState): string[] => {
  const items = new Map(state.items.map((item) => [item.id, item]))
  return ofRuns(state).flatMap(({ runId, itemIds, sequences }) =>
    itemIds.flatMap((id, index) =>
      items.get(id)?.sequence === sequences[index]
        ? []
        : [`${id} is piece ${sequences[index]} of ${runId}, and says ${items.get(id)?.sequence}`],
    ),
  )
}

export const items = {
  'every item ends or says what it waits for': itemsEndOrWait,
  'nothing is printed twice, and what is paid for is printed': printedOnce,
  'packages match their runs': packagesMatchRuns,
}
