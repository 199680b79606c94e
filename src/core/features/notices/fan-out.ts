import type { JobContext } from '../../engine/jobs/job.ts'
import type { NoticeKind } from '../../model/people.ts'
import { everyone, type WritableRows } from '../../ports/store.ts'
import { recipientsOf } from './recipients.ts'

/**
 * Makes a job for the mail to each recipient, in the transaction that notes that they were made: a crash
 * neither loses a mail nor doubles one.
 */
export const fanOut = (
  { services, job, transact }: JobContext,
  notice: NoticeKind,
  id: string,
  alongside: (rows: WritableRows) => Promise<void> = async () => {},
): Promise<void> =>
  transact(async ({ rows, work }) => {
    const organisationId = job.organisationId!
    const recipients = await recipientsOf(rows, organisationId, notice)
    for (const { user } of recipients) {
      work.enqueue({
        kind: 'notices.mail',
        subject: `${job.id}|${user.id}|${services.clock.now()}`,
        organisationId,
        mode: null,
        dueAt: services.clock.now(),
        payload: { notice, id, userId: user.id },
      })
    }
    await rows.jobs.update(everyone, job.id, { payload: { ...job.payload, told: true } })
    await alongside(rows)
  })
