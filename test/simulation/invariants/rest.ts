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

/** Nobody holds a lease, and no job has given up or is overdue. */
const leasesEnd = ({ jobs, webhookDeliveries, now }: End): string[] => [
  ...jobs.flatMap(({ id, kind, status, wakeAt, lastError }) => {
    if (status === 'PENDING' && wakeAt > now) return []
    return [`${kind} ${id} is ${status} ${status === 'PENDING' ? 'and overdue' : ''} ${lastError ?? ''}`]
  }),
  ...webhookDeliveries.flatMap(({ id, status }) => (status === 'SENDING' ? [`${id} is SENDING`] : [])),
]

export const rest = {
  'all comes to rest': (end: End) => [...end.restless],
  'runs, mailings and files come to their end': atRest,
  'no lease is held for ever': leasesEnd,
}
