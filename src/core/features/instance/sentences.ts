import { sentences } from '../../kernel/sentences.ts'

/** How the instance is, as far as its rows and settings show it. */
export const instanceSentences = sentences({
  not_looked_at: 'could not be examined: {reason}',
  store_writes: 'takes a small write in {time} ms',
  store_unready: '{reason}',
  printing_goes_on: 'live runs are handed over',
  printing_held: 'live printing is held: {reason}',
  printers_fine: '{printers}',
  printers_away: 'away, and hold their own runs: {printers}',
  invoicing_goes_on: 'issued',
  not_invoiced: 'not issued here, for a seller in {countryId}',
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

/** Why the program holds printing or invoicing by itself. */
export const holdSentences = sentences({
  'hold_reason.printing_restored':
    'Restored from a backup of {backupAt}: what was handed over after that may be printed a second time.',
  'hold_reason.invoicing_restored':
    'Restored from a backup of {backupAt}: numbers that were given out after that would be given out a second time.',
  'hold_reason.drill':
    'This instance is, or was, served as a drill: live runs go to a folder of the drill only.',
})

/** Why no backup can be made from here. */
export const noBackup = sentences({
  'no_backup.memory': 'This instance keeps nothing on a disk of its own, so there is nothing to back up.',
  'no_backup.postgres':
    'The rows of this instance are in PostgreSQL, which a backup from here would leave out. On the machine, run pg_dump first and “lettershop backup --to DIR” after it, and keep the two together.',
  'no_backup.no_folder':
    'This server has no folder for backups. Start it with --backup-folder DIR, or set LETTERSHOP_BACKUP_FOLDER or “backupFolder” in config.json: a folder outside the data folder, better on another disk.',
  'no_backup.in_data_folder':
    'The folder for backups, {folder}, is in the data folder: what takes the one would take the backup along. Set another one (--backup-folder).',
})

/** Why the instance does not do what an operator asks. */
export const instanceProblems = sentences({
  'invalid_state.no_backup': '{reason}',
  'invalid_state.invoicing_not_held': 'Invoicing is not held: numbers follow one another by themselves.',
  'invalid_state.backup_under_way': 'A backup is being made. Wait until it is done.',
})
