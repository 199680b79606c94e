import { sentences } from '../../kernel/sentences.ts'

/** Problems with jobs. */
export const jobProblems = sentences({
  'invalid_state.job_running': 'The job {id} is RUNNING.',
})

/** Reasons why the server is not ready. */
export const healthSentences = sentences({
  'unready.unreadable': 'The store cannot be read.',
  'unready.disk': 'The disk is full.',
  'unready.unwritable': 'The store refuses writes.',
  'unready.gone': '{detail}',
})
