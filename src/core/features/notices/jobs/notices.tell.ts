import { defineJob } from '../../../engine/jobs/job.ts'
import type { NoticeKind } from '../../../model/people.ts'
import { fanOut } from '../fan-out.ts'

/** Tells the members who want to know of something that happened once. */
export const tellNotice = defineJob({
  kind: 'notices.tell',
  async handler(context) {
    const { services, job } = context
    if (!services.mailer.available || job.payload.told) return undefined
    await fanOut(context, job.payload.notice as NoticeKind, String(job.payload.id))
    return undefined
  },
})
