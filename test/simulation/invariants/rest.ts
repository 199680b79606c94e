import type { End } from './end.ts'

const atRest = ({
  runs,
  postbatches,
  imports,
  exports,
  renders,
  postflows: _,
  items,
  now,
}: End): string[] => {
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

/** No lease is held, and no job has given up or is overdue. */
const leasesEnd = ({ jobs, webhookDeliveries, now }: End): string[] => [
  ...jobs.flatMap(({ id, kind, status, wakeAt, lastError }) => {
    if (status === 'PENDING' && wakeAt > now) return []
    return [`${kind} ${id} is ${status} ${status === 'PENDING' ? 'and overdue' : ''} ${lastError ?? ''}`]
  }),
  ...webhookDeliveries.flatMap(({ id, status }) => (status === 'SENDING' ? [`${id} is SENDING`] : [])),
]

/** Every invoice has its PDF, and the mail server took the mail that says so. */
const invoicesAreSent = ({ invoices, chronicle }: End): string[] => {
  const mailed = new Set(chronicle.mailed.map(({ messageId }) => messageId))
  return invoices.flatMap(({ id, hasPdf, sentAt, buyer }) => {
    if (!hasPdf) return [`${id} has no PDF`]
    if (buyer.email === null) return []
    if (sentAt === null) return [`${id} was never sent`]
    return mailed.has(id) ? [] : [`${id} was sent, and no mail server took it`]
  })
}

/** Lists were taken in as they say: no row twice, none forgotten. */
const importsAddUp = ({ imports }: End): string[] =>
  imports.flatMap(({ id, status, rowCount, createdCount, failedCount, emptyCount }) =>
    rowCount === createdCount + failedCount + emptyCount
      ? []
      : [`${id} (${status}) has ${rowCount} rows: ${createdCount} + ${failedCount} + ${emptyCount}`],
  )

export const rest = {
  'invoices are drawn and sent': invoicesAreSent,
  'imports add up': importsAddUp,
  'all comes to rest': (end: End) => [...end.restless],
  'runs, mailings and files come to their end': atRest,
  'no lease is held for ever': leasesEnd,
}
