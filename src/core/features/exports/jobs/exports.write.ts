import { defineJob } from '../../../engine/jobs/job.ts'
import { writeOrRemove } from '../write-or-remove.ts'

export const writeExport = defineJob({
  kind: 'exports.write',
  handler: writeOrRemove,
})
