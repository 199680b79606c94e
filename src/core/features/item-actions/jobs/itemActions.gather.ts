import { defineJob } from '../../../engine/jobs/job.ts'
import { gather } from '../gather.ts'

/** Writes down the items of an action by filters that lets many through, before any of them is acted on. */
export const gatherItemAction = defineJob({
  kind: 'itemActions.gather',
  async handler(context) {
    await gather(context, context.args.itemActionId)
    return undefined
  },
})
