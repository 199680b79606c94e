import { defineJob } from '../../../engine/jobs/job.ts'
import { carryOutNext, forgetStopped } from '../carry-out.ts'

/** Does what was asked of many items, in chunks of one transaction each; others get their turn in between. */
export const carryOutItemAction = defineJob({
  kind: 'itemActions.carryOut',
  async handler(context) {
    const id = String(context.job.payload.itemActionId)
    while (await carryOutNext(context, id)) {
      await context.extend()
      const later = context.giveWay()
      if (later) return later
    }
    await forgetStopped(context, id)
    return undefined
  },
})
