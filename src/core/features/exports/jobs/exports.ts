import { defineJob } from '../../../engine/jobs/job.ts'
import { writeOrRemove } from '../write.ts'

export const writeExport = defineJob({
  kind: 'exports.write',
  handler: writeOrRemove,
})

/** A separate kind, because servers of 0.2.0 would write another format into the file. */
export const writeWorkbook = defineJob({
  kind: 'exports.writeWorkbook',
  handler: writeOrRemove,
})
