import { sentences } from '../../kernel/sentences.ts'

export const instanceSentences = sentences({
  not_looked_at: 'could not be examined: {reason}',
  store_writes: 'a small write takes {time} ms',
  store_unready: '{reason}',
  printing_goes_on: 'live runs are handed over',
  printing_held: 'live printing is held: {reason}',
  printers_fine: '{printers}',
  printers_away: 'unreachable, their runs wait: {printers}',
  invoicing_goes_on: 'issued',
  not_invoiced: 'not issued here, for a seller in {countryId}',
  invoicing_held: 'invoicing is held: {reason}',
  runs_fine: 'none waits for a correction',
  'runs_blocked.one': '{runs} waits for a correction: {first}',
  'runs_blocked.several': '{runs} wait for corrections, {first} first',
  jobs_fine: 'none fails',
  jobs_failing: 'failing: {jobs}',
  jobs_tried_again: 'failed and being retried: {jobs}',
  webhooks_fine: 'all can be signed',
  'webhooks_unsigned.one':
    '{deliveries} waits because this instance key cannot decrypt the secret of its endpoint: restore the right key, or rotate the secret',
  'webhooks_unsigned.several':
    '{deliveries} wait because this instance key cannot decrypt the secrets of their endpoints ({endpoints}): restore the right key, or rotate the secrets',
  codes_lead: '{baseUrl}',
  'codes_lead_nowhere.address':
    'would lead to {baseUrl}, which readers cannot reach: live mail with a code waits for a public baseUrl (--base-url)',
  'codes_lead_nowhere.machine':
    'lead only to this machine: live mail with a code waits for a public baseUrl (--base-url)',
})

export const holdSentences = sentences({
  'hold_reason.printing_restored':
    'Restored from a backup of {backupAt}: runs handed over after that may be printed a second time.',
  'hold_reason.invoicing_restored':
    'Restored from a backup of {backupAt}: numbers issued after that would be issued a second time.',
  'hold_reason.drill':
    'This instance is or was served as a drill: live runs go only to a folder of the drill.',
})

export const noBackup = sentences({
  'no_backup.memory': 'This instance stores nothing on disk, so there is nothing to back up.',
  'no_backup.postgres':
    'The rows of this instance are in PostgreSQL, which a backup from here would not contain. On the machine, run pg_dump and then “lettershop backup --to DIR”, and keep both together.',
  'no_backup.no_folder':
    'This server has no backup folder. Start it with --backup-folder DIR, or set LETTERSHOP_BACKUP_FOLDER or “backupFolder” in config.json to a folder outside the data folder, preferably on another disk.',
  'no_backup.in_data_folder':
    'The backup folder {folder} is inside the data folder, so losing one would lose both. Set another one (--backup-folder).',
})

export const instanceProblems = sentences({
  'invalid_state.no_backup': '{reason}',
  'invalid_state.invoicing_not_held': 'Invoicing is not on hold, so numbers continue automatically.',
  'invalid_state.backup_under_way': 'A backup is being made. Wait until it is done.',
})
