import { setFact } from '../../../engine/facts.ts'
import { defineJob } from '../../../engine/jobs/job.ts'
import { hourMs } from '../../../kernel/time.ts'
import { everyone } from '../../../ports/store.ts'
import { waitingFor } from '../approvals.ts'
import { fanOut } from '../fan-out.ts'

const factId = (organisationId: string): string => `approvals-told|${organisationId}`

/**
 * Tells whoever approves what waits for it, all at once and at most once an hour. Asked for within the hour,
 * it waits until that is over, and tells nothing where nothing waits any more.
 */
export const tellApprovals = defineJob({
  kind: 'notices.approvals',
  async handler(context) {
    const { services, job, args } = context
    if (!services.mailer.available || args.told) return undefined
    const organisationId = job.organisationId!
    const { fact, waiting } = await services.store.read(async (rows) => ({
      fact: await rows.facts.get(everyone, factId(organisationId)),
      waiting: await waitingFor(rows, organisationId),
    }))
    if (waiting.items + waiting.postbatches === 0) return undefined
    const now = services.clock.now()
    const earliest = Number(fact?.value ?? 0) + hourMs
    if (now < earliest) return { resumeAt: earliest }
    await fanOut(context, 'APPROVAL_WAITING', organisationId, (rows) =>
      setFact(rows, factId(organisationId), String(now)),
    )
    return undefined
  },
})
