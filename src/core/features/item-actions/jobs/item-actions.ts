import { isStillPermitted } from '../../../engine/access/authority.ts'
import { defineJob } from '../../../engine/jobs/job.ts'
import { hourly, removeExpired } from '../../../engine/jobs/retention.ts'
import { carryOutNext, forgetStopped } from '../carry-out.ts'
import { gather } from '../gather.ts'
import { withdraw } from '../item-action.ts'

/** Does what was asked of many items, in chunks of one transaction each; others get their turn in between. */
export const carryOutItemAction = defineJob({
  kind: 'itemActions.carryOut',
  async handler(context) {
    const id = context.args.itemActionId
    for (;;) {
      if (!(await isStillPermitted(context.services, context.job))) {
        await withdraw(context, id)
        return undefined
      }
      if (!(await carryOutNext(context, id))) break
      await context.extend()
      const later = context.giveWay()
      if (later) return later
    }
    await forgetStopped(context, id)
    return undefined
  },
})

/** Writes down the items of an action by filters that lets many through, before any of them is acted on. */
export const gatherItemAction = defineJob({
  kind: 'itemActions.gather',
  async handler(context) {
    await gather(context, context.args.itemActionId)
    return undefined
  },
})

/** Forgets item actions after 30 days of real time, in both modes, with what they could not do. */
export const itemActionRetention = defineJob({
  kind: 'itemActions.retention',
  recur: hourly,
  handler: (context) => removeExpired(context, ['itemActions', 'itemActionChunks', 'itemActionFailures']),
})
