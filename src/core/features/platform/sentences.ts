import { sentences } from '../../kernel/sentences.ts'

/** Why a job is not run at once. */
export const jobProblems = sentences({
  'invalid_state.job_running': 'The job {id} is RUNNING.',
})

/** Why the server takes no requests. */
export const healthSentences = sentences({
  'unready.unreadable': 'The store cannot be read.',
  'unready.disk': 'The disk is full.',
  'unready.unwritable': 'The store takes no writes.',
  'unready.gone': '{detail}',
})
