import type { FinalState } from './final-state.ts'

const processesFinish = ({
  runs,
  postbatches,
  imports,
  exports,
  renders,
  postflows: _,
  items,
  now,
}: FinalState): string[] => {
  const underWay = new Set(
    items
      .filter(({ status }) => ['HELD', 'NEEDS_ATTENTION', 'PENDING_APPROVAL'].includes(status))
      .map((item) => item.postbatchId),
  )
  return [
    ...runs.flatMap(({ id, status, reason }) =>
      ['COMPLETED', 'CANCELLED'].includes(status) ? [] : [`${id} stays ${status}: ${reason}`],
    ),
    ...postbatches.flatMap(({ id, status, approvedAt }) =>
      status === 'VALIDATING' ||
      (approvedAt !== null && !['COMPLETED', 'CANCELLED'].includes(status) && !underWay.has(id))
        ? [`${id} stays ${status}`]
        : [],
    ),
    ...imports.flatMap(({ id, status }) =>
      ['MAPPED', 'PROCESSING'].includes(status) ? [`${id} stays ${status}`] : [],
    ),
    ...exports.flatMap(({ id, status, expiresAt }) =>
      ['READY', 'FAILED'].includes(status) || expiresAt < now ? [] : [`${id} stays ${status}`],
    ),
    ...renders.flatMap(({ id, status }) =>
      ['READY', 'FAILED'].includes(status) ? [] : [`${id} stays ${status}`],
    ),
  ]
}

/** No lease is held, and no job has failed or is overdue. */
const leasesEnd = ({ jobs, webhookDeliveries, now }: FinalState): string[] => [
  ...jobs.flatMap(({ id, kind, status, wakeAt, lastError }) => {
    if (status === 'PENDING' && wakeAt > now) return []
    return [`${kind} ${id} is ${status} ${status === 'PENDING' ? 'and overdue' : ''} ${lastError ?? ''}`]
  }),
  ...webhookDeliveries.flatMap(({ id, status }) => (status === 'SENDING' ? [`${id} is SENDING`] : [])),
]

/** Every invoice has its PDF, and the mail server accepted its mail unless the buyer has no address. */
const invoicesAreSent = ({ invoices, history }: FinalState): string[] => {
  const mailed = new Set(history.mailed.map(({ messageId }) => messageId))
  return invoices.flatMap(({ id, hasPdf, sentAt, buyer }) => {
    if (!hasPdf) return [`${id} has no PDF`]
    if (buyer.email === null) return []
    if (sentAt === null) return [`${id} was never sent`]
    return mailed.has(id) ? [] : [`${id} was sent, and the mail server never accepted it`]
  })
}

/** The counts of an import account for each of its rows once. */
const importCountsAddUp = ({ imports }: FinalState): string[] =>
  imports.flatMap(({ id, status, rowCount, createdCount, failedCount, emptyCount }) =>
    rowCount === createdCount + failedCount + emptyCount
      ? []
      : [`${id} (${status}) has ${rowCount} rows: ${createdCount} + ${failedCount} + ${emptyCount}`],
  )

export const liveness = {
  'invoices are rendered and sent': invoicesAreSent,
  'counts of imports add up': importCountsAddUp,
  'all work finishes': (state: FinalState) => [...state.unfinished],
  'runs, mailings and files finish': processesFinish,
  'no lease is held forever': leasesEnd,
}
