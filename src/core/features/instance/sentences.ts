import { sentences } from '../../kernel/sentences.ts'

/** How the instance is, as far as its rows and settings show it. */
export const instanceSentences = sentences({
  not_looked_at: 'could not be looked at: {reason}',
  store_writes: 'takes a small write in {time} ms',
  store_unready: '{reason}',
  printing_goes_on: 'live runs are handed over',
  printing_held: 'live printing is held: {reason}',
  printers_fine: '{printers}',
  printers_away: 'away, and hold their own runs: {printers}',
  invoicing_goes_on: 'issued',
  invoicing_held: 'invoicing is held: {reason}',
  runs_fine: 'none waits for something to be mended',
  'runs_blocked.one': '{runs} waits for something to be mended: {first}',
  'runs_blocked.several': '{runs} wait for something to be mended, {first} first',
  jobs_fine: 'none fails',
  jobs_failing: 'failing: {jobs}',
  jobs_tried_again: 'failed and tried again: {jobs}',
  webhooks_fine: 'every one can be signed',
  'webhooks_unsigned.one':
    '{deliveries} waits, because this instance key cannot read the secret of its endpoint: put the right key back, or have the secret rotated',
  'webhooks_unsigned.several':
    '{deliveries} wait, because this instance key cannot read the secrets of their endpoints ({endpoints}): put the right key back, or have the secrets rotated',
  codes_lead: '{baseUrl}',
  'codes_lead_nowhere.address':
    'would lead to {baseUrl}, where readers do not get: live mail with a code waits for a public baseUrl (--base-url)',
  'codes_lead_nowhere.machine':
    'lead to this machine only: live mail with a code waits for a public baseUrl (--base-url)',
})

/** Why the instance does not do what an operator asks. */
export const instanceProblems = sentences({
  'invalid_state.no_backup': '{reason}',
  'invalid_state.invoicing_not_held': 'Invoicing is not held: numbers follow one another by themselves.',
  'invalid_state.backup_under_way': 'A backup is being made. Wait until it is done.',
})
