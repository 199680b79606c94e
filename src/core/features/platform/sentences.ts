import { sentences } from '../../kernel/sentences.ts'

/** Why a job is not run at once. */
export const jobProblems = sentences({
  'invalid_state.job_running': 'The job {id} is RUNNING.',
})
