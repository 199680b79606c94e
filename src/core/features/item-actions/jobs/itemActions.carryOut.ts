import { isStillPermitted } from '../../../engine/access/authority.ts'
import { defineJob } from '../../../engine/jobs/job.ts'
import { carryOutNext, forgetStopped } from '../carry-out.ts'
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
