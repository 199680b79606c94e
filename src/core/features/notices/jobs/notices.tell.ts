import { defineJob } from '../../../engine/jobs/job.ts'
import type { NoticeKind } from '../../../model/people.ts'
import { fanOut } from '../fan-out.ts'

/** Tells the members who want to know of something that happened once. */
export const tellNotice = defineJob({
  kind: 'notices.tell',
  async handler(context) {
    const { services, args } = context
    if (!services.mailer.available || args.told) return undefined
    await fanOut(context, args.notice as NoticeKind, args.id)
    return undefined
  },
})
