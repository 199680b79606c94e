import * as v from 'valibot'
import type { Services } from '../../engine/services.ts'
import { paramsSchema, sentenceOf, sentenceSchema } from '../../kernel/sentence-schema.ts'
import type { Sentence } from '../../kernel/sentences.ts'
import { toDateTime, toDateTimeOrNull } from '../../kernel/time.ts'
import { dateTime, described, fields, integer, named, namedObject } from '../../kernel/wire-schema.ts'
import { mode } from '../../model/wire-enums.ts'
import { actorSchema } from '../audit/schema.ts'
import { jobStates } from '../platform/jobs.ts'
import { instanceEntries } from '../platform/schema.ts'
import { type LastBackup, lastBackup } from './backups.ts'
import { noBackup } from './sentences.ts'

export const instanceSchema = namedObject('Instance', 'The server and the instance that it serves.', {
  version: described(v.nullable(v.string()), 'Version of the program; null if the library does not know it.'),
  ...instanceEntries,
})

const findingStatuses = ['FINE', 'NOTE', 'WRONG'] as const

export const examinationSchema = namedObject('Examination', 'The result of a check of the instance.', {
  healthy: described(v.boolean(), 'Whether nothing is `WRONG`.'),
  examinedAt: described(dateTime, 'Start of the check, RFC 3339 in UTC.'),
  findings: described(
    v.array(
      namedObject('ExaminationFinding', 'The result of one check.', {
        name: described(v.string(), 'Subject of the check, e.g. `disk space`.'),
        status: described(
          named(
            'ExaminationStatus',
            '`FINE`; `NOTE`: worth knowing; `WRONG`: must be fixed.',
            v.picklist(findingStatuses),
          ),
          'Result of the check.',
        ),
        code: described(v.string(), 'The result as a code: `disk_full`, `folder_open`, …'),
        detail: described(v.string(), 'The result and the remedy as a sentence.'),
        params: described(paramsSchema, 'The values in `detail` by name.'),
        command: described(
          v.nullable(v.string()),
          'A command on the machine that shows more or fixes it; null if there is none.',
        ),
      }),
    ),
    'All checks, including those without a problem.',
  ),
})
export const findingStatusOf = { fine: 'FINE', note: 'NOTE', wrong: 'WRONG' } as const

export const jobSchema = namedObject('Job', 'Unfinished background work. Completed jobs are removed.', {
  id: described(v.string(), 'The job, `job_…`.'),
  kind: described(v.string(), 'Kind of work, e.g. `runs.render`.'),
  status: described(
    named(
      'JobStatus',
      '`WAITING`: not due yet, or queued; `RUNNING`; `FAILING`: the last attempt failed and is retried automatically; `FAILED`: waits for an operator.',
      v.picklist(jobStates),
    ),
    'State of the job.',
  ),
  organisationId: described(
    v.nullable(v.string()),
    'The organisation of the job, `org_…`; null for work of the instance.',
  ),
  mode: described(v.nullable(mode), 'Mode of the job; null if it concerns both.'),
  payload: described(
    v.record(v.string(), v.nullable(v.union([v.string(), v.number(), v.boolean()]))),
    'Subject of the job, usually ids.',
  ),
  attempts: described(integer, 'Consecutive failed attempts.'),
  lastError: described(v.nullable(v.string()), 'Error of the last failed attempt; null if there is none.'),
  nextAt: described(dateTime, 'Due time by the current state of its clock, in real time, RFC 3339 in UTC.'),
  leaseUntil: described(
    v.nullable(dateTime),
    'End of the lease of the server that runs it, RFC 3339 in UTC; null while not running.',
  ),
  createdAt: fields.createdAt,
})

export const retriedSchema = namedObject('JobsRetried', 'The result of a retry.', {
  retried: described(integer, 'Number of jobs made due.'),
  hasMore: described(v.boolean(), 'Whether more failed jobs remain: call again.'),
})

const statuses = ['RUNNING', 'DONE', 'FAILED', 'INTERRUPTED'] as const

export const backupSchema = namedObject('Backup', 'The latest backup.', {
  status: described(
    named(
      'BackupStatus',
      '`RUNNING`; `DONE`: is in the folder; `FAILED`: see `error`; `INTERRUPTED`: the server ended during it. Unless it is `DONE`, nothing remains of it.',
      v.picklist(statuses),
    ),
    'Status of the backup.',
  ),
  startedAt: described(dateTime, 'Start, RFC 3339 in UTC.'),
  endedAt: described(
    v.nullable(dateTime),
    'End or failure, RFC 3339 in UTC; null until then, and if interrupted.',
  ),
  startedBy: described(actorSchema, 'The caller that started it.'),
  folder: described(v.string(), 'The folder on the server that contains it.'),
  path: described(v.nullable(v.string()), 'The folder of the backup; null unless `DONE`.'),
  bytes: described(v.nullable(integer), 'Size of all its files in bytes; null unless `DONE`.'),
  instanceKeyIncluded: described(
    v.nullable(v.boolean()),
    'Whether it contains the instance key, which it doesn’t if the key comes from the environment. Null unless `DONE`.',
  ),
  progress: described(
    v.nullable(
      v.object({
        step: described(
          v.picklist(['DATABASE', 'FILES']),
          'What is being copied: the rows, then the files that they reference.',
        ),
        files: described(integer, 'Number of copied files.'),
        totalFiles: described(v.nullable(integer), 'Number of files to copy; null until they are counted.'),
      }),
    ),
    'Progress; null unless `RUNNING`.',
  ),
  error: described(v.nullable(v.string()), 'The failure as a sentence; null if it did not fail.'),
})

export const backupsSchema = namedObject('Backups', 'Whether backups can be made, and the latest one.', {
  folder: described(v.nullable(v.string()), 'The backup folder on the server; null if none is configured.'),
  refusal: described(v.nullable(v.string()), 'Why no backup can be made, and the remedy; null if one can.'),
  refusalSentence: described(
    v.nullable(sentenceSchema),
    'The same as a sentence with its code; null if a backup can be made.',
  ),
  last: described(v.nullable(backupSchema), 'The latest backup; null if there is none.'),
})

/** Returns why no backup can be made here. */
export const refusalOf = async ({ upkeep }: Services): Promise<Sentence | undefined> =>
  upkeep ? upkeep.whyNoBackup() : noBackup.sentence('no_backup.memory')

export const backupsToWire = async (services: Services) => {
  const last = await services.store.read(lastBackup)
  const refusal = await refusalOf(services)
  return {
    folder: services.upkeep?.backupFolder ?? null,
    refusal: refusal?.message ?? null,
    refusalSentence: sentenceOf(refusal),
    last: last ? backupToWire(services, last) : null,
  }
}

const backupToWire = ({ backups }: Services, { made, ...last }: LastBackup) => {
  const progress = last.endedAt === null ? backups.progress() : undefined
  const status = made ? 'DONE' : last.error !== null ? 'FAILED' : progress ? 'RUNNING' : 'INTERRUPTED'
  return {
    status: status as 'DONE' | 'FAILED' | 'RUNNING' | 'INTERRUPTED',
    startedAt: toDateTime(last.startedAt),
    endedAt: toDateTimeOrNull(last.endedAt),
    startedBy: last.startedBy,
    folder: last.folder,
    path: made?.path ?? null,
    bytes: made?.bytes ?? null,
    instanceKeyIncluded: made?.instanceKeyIncluded ?? null,
    progress: progress ? { ...progress, totalFiles: progress.totalFiles ?? null } : null,
    error: last.error,
  }
}
