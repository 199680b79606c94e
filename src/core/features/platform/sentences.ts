import { sentences } from '../../kernel/sentences.ts'

export const jobProblems = sentences({
  'invalid_state.job_running': 'The job {id} is RUNNING.',
})

export const healthSentences = sentences({
  'unready.unreadable': 'The store cannot be read.',
  'unready.disk': 'The disk is full.',
  'unready.unwritable': 'The store refuses writes.',
  'unready.gone': '{detail}',
})
