import { defineJob } from '../../../engine/jobs/job.ts'
import { processImport } from './imports.process.ts'

/** A kind of its own, because earlier servers ignore the answers to questions and the doubts about values. */
export const takeRowsOfImport = defineJob({
  kind: 'imports.takeRows',
  handler: (context) => processImport.handler(context),
})
