import type { NewEvent } from '../../engine/events/event.ts'
import type { NewJob } from '../../engine/jobs/kinds.ts'
import type { TransactionHookKind } from '../../engine/unit-of-work.ts'
import { minuteMs } from '../../kernel/time.ts'
import { type NoticeKind, noticeKinds } from '../../model/people.ts'
import { noticeKindsOf } from './recipients.ts'

/** Approvals are collected before the mail, because users often prepare several mailings in a row. */
export const gatherMs = 5 * minuteMs

/** Enqueues the notice jobs for a transaction's events. The jobs write and send the mails. */
export const noticesOfEvents: TransactionHookKind = {
  create: () => ({
    async flush(_rows, work) {
      const jobs = work.events.flatMap((event) => jobOf(event, work.realTime) ?? [])
      const bySubject = new Map(jobs.map((job) => [`${job.kind}|${job.subject}`, job]))
      for (const job of bySubject.values()) work.enqueue(job)
    },
  }),
}

/** Test mode has no notices. */
const jobOf = ({ type, mode, organisationId, data }: NewEvent, now: number): NewJob | undefined => {
  if (mode === 'test') return undefined
  const notice = noticeKinds.find((kind) => noticeKindsOf[kind].events.includes(type))
  if (notice === undefined) return undefined
  if (notice === 'APPROVAL_WAITING') return approvalsJob(organisationId, now + gatherMs)
  const [about] = Object.values(data) as { id: string }[]
  return {
    kind: 'notices.tell',
    subject: `${notice}|${about!.id}`,
    organisationId,
    mode: null,
    dueAt: now,
    payload: { notice: notice satisfies NoticeKind, id: about!.id },
  }
}

const approvalsJob = (organisationId: string, dueAt: number): NewJob => ({
  kind: 'notices.approvals',
  subject: organisationId,
  organisationId,
  mode: null,
  dueAt,
  payload: { organisationId },
})
