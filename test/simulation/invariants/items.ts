import type { ItemRow } from '../../../src/core/model/items.ts'
import { endedStatuses } from '../../../src/core/model/items-lifecycle.ts'
import { type End, groupBy } from './end.ts'

/** Every item has come to its end, or says what it is waiting for, and that is true. */
const itemsEndOrWait = (end: End): string[] => {
  const postflows = new Map(end.postflows.map((row) => [row.id, row]))
  const postbatches = new Map(end.postbatches.map((row) => [row.id, row]))
  const accounts = new Map(end.accounts.map((row) => [row.organisationId, row]))
  const monthly = new Set(
    end.organisations.filter((row) => row.billingMode === 'MONTHLY').map(({ id }) => id),
  )
  const oldestUnpaid = new Map<string, ItemRow>()
  for (const item of end.items) {
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
  // Newer and cheaper ones wait behind the oldest.
  const isUnpayable = (item: ItemRow): boolean => {
    const account = accounts.get(item.organisationId)!
    const first = oldestUnpaid.get(item.organisationId)!
    return (
      item.mode === 'live' &&
      !monthly.has(item.organisationId) &&
      account.balanceCents - account.reservedCents < first.priceCents
    )
  }
  return end.items
    .filter((item) => !endedStatuses.includes(item.status) && !waitsFor(item))
    .map(({ id, status, heldReason, runId }) => `${id} stays ${status} ${heldReason ?? ''} ${runId ?? ''}`)
}

/** Every item that entered production was printed once, and nothing else was printed. */
const printedOnce = (end: End): string[] => {
  const prints = groupBy(
    end.chronicle.printings.flatMap(({ runId, itemIds }) => itemIds.map((itemId) => ({ itemId, runId }))),
    ({ itemId }) => itemId,
  )
  const entered = ({ history }: ItemRow) => history.some(({ status }) => status === 'IN_PRODUCTION')
  const wrong: string[] = []
  for (const item of end.items) {
    const times = prints.get(item.id) ?? []
    if (times.length > 1)
      wrong.push(`${item.id} was printed ${times.length} times, in ${times.map((p) => p.runId)}`)
    if (times.length === 1 && !entered(item)) wrong.push(`${item.id} was printed and is ${item.status}`)
    if (times.length === 0 && entered(item)) wrong.push(`${item.id} is ${item.status} and was never printed`)
    if (times.length > 0 && times[0]!.runId !== item.runId)
      wrong.push(`${item.id} was printed in ${times[0]!.runId} and says ${item.runId}`)
  }
  return wrong
}

/** What the printer got is what the run says, each at its place. */
const packagesAreRuns = (end: End): string[] => {
  const items = new Map(end.items.map((item) => [item.id, item]))
  return end.chronicle.printings.flatMap(({ runId, itemIds }) =>
    itemIds.flatMap((id, index) =>
      items.get(id)?.sequence === index + 1
        ? []
        : [`${id} is piece ${index + 1} of ${runId}, and says ${items.get(id)?.sequence}`],
    ),
  )
}

export const items = {
  'every item ends or says what it waits for': itemsEndOrWait,
  'nothing is printed twice, and what is paid for is printed': printedOnce,
  'packages hold what their runs say': packagesAreRuns,
}
