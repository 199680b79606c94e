import * as v from 'valibot'
import type { Services } from '../../engine/services.ts'
import { paramsSchema, sentenceOf, sentenceSchema } from '../../kernel/sentence-schema.ts'
import type { Said } from '../../kernel/sentences.ts'
import { toDateTime, toDateTimeOrNull } from '../../kernel/time.ts'
import { dateTime, fields, integer } from '../../kernel/wire-fields.ts'
import { described, named, namedObject } from '../../kernel/wire-schema.ts'
import { mode } from '../../model/wire-enums.ts'
import { actorSchema } from '../audit/schema.ts'
import { jobStates } from '../platform/jobs.ts'
import { instanceEntries } from '../platform/schema.ts'
import { type LastBackup, lastBackup } from './backups.ts'
import { noBackup } from './sentences.ts'

export const instanceSchema = namedObject('Instance', 'The server and the instance that it serves.', {
  version: described(
    v.nullable(v.string()),
    'Version of the program; null where the library does not know it.',
  ),
  ...instanceEntries,
})

const findingStatuses = ['FINE', 'NOTE', 'WRONG'] as const

export const examinationSchema = namedObject('Examination', 'What an examination of the instance found.', {
  healthy: described(v.boolean(), 'Whether nothing is `WRONG`.'),
  examinedAt: described(dateTime, 'When it began, RFC 3339 in UTC.'),
  findings: described(
    v.array(
      namedObject('ExaminationFinding', 'One thing that was looked at.', {
        name: described(v.string(), 'What was looked at, e.g. `disk space`.'),
        status: described(
          named(
            'ExaminationStatus',
            '`FINE`; `NOTE`: worth knowing; `WRONG`: has to be mended.',
            v.picklist(findingStatuses),
          ),
          'How it is.',
        ),
        code: described(v.string(), 'How it is, for programs: `disk_full`, `folder_open`, …'),
        detail: described(v.string(), 'How it is, and what is to be done, as a sentence.'),
        params: described(paramsSchema, 'The values in `detail` by name, as those of a finding.'),
        command: described(
          v.nullable(v.string()),
          'The command on the machine that shows more or mends it; null where there is none.',
        ),
      }),
    ),
    'Everything that was looked at, also what is fine.',
  ),
})
export const findingStatusOf = { fine: 'FINE', note: 'NOTE', wrong: 'WRONG' } as const

export const jobSchema = namedObject('Job', 'Work that waits, runs or fails. What is done is gone.', {
  id: described(v.string(), 'The job, `job_…`.'),
  kind: described(v.string(), 'What it does, e.g. `runs.render`.'),
  status: described(
    named(
      'JobStatus',
      '`WAITING`: is not due yet, or waits for its turn; `RUNNING`; `FAILING`: its last attempt failed, and it is tried again by itself; `FAILED`: waits for an operator.',
      v.picklist(jobStates),
    ),
    'Where it is now.',
  ),
  organisationId: described(
    v.nullable(v.string()),
    'The organisation that it is for, `org_…`; null for the instance’s own work.',
  ),
  mode: described(v.nullable(mode), 'The mode that it is for; null where that makes no difference.'),
  payload: described(
    v.record(v.string(), v.nullable(v.union([v.string(), v.number(), v.boolean()]))),
    'What it is about: ids, most of the time.',
  ),
  attempts: described(integer, 'How many attempts failed in a row; 0 where none did.'),
  lastError: described(v.nullable(v.string()), 'Why the last attempt failed; null where none did.'),
  nextAt: described(dateTime, 'When it is due, RFC 3339 in UTC of real time, as its clock stands now.'),
  leaseUntil: described(
    v.nullable(dateTime),
    'Until when the server that runs it has it, unless it goes on, RFC 3339 in UTC; null while none does.',
  ),
  createdAt: fields.createdAt,
})

export const retriedSchema = namedObject('JobsRetried', 'What is tried again now.', {
  retried: described(integer, 'How many jobs are due now.'),
  hasMore: described(v.boolean(), 'Whether there are more that failed: call again.'),
})

const statuses = ['RUNNING', 'DONE', 'FAILED', 'INTERRUPTED'] as const

export const backupSchema = namedObject('Backup', 'The backup that was begun last.', {
  status: described(
    named(
      'BackupStatus',
      '`RUNNING`; `DONE`: is in the folder; `FAILED`: see `error`; `INTERRUPTED`: the server ended meanwhile. Of one that is not `DONE` nothing is left.',
      v.picklist(statuses),
    ),
    'How it went.',
  ),
  startedAt: described(dateTime, 'When it was begun, RFC 3339 in UTC.'),
  endedAt: described(
    v.nullable(dateTime),
    'When it was done or failed, RFC 3339 in UTC; null until then, and if it was interrupted.',
  ),
  startedBy: described(actorSchema, 'Who began it.'),
  folder: described(v.string(), 'The folder on the server in which it is made.'),
  path: described(v.nullable(v.string()), 'The backup itself, a folder in that; null unless it is `DONE`.'),
  bytes: described(v.nullable(integer), 'Bytes of all its files; null unless it is `DONE`.'),
  instanceKeyIncluded: described(
    v.nullable(v.boolean()),
    'Whether the instance key is in it; it is not where it comes from the environment. Null unless it is `DONE`.',
  ),
  progress: described(
    v.nullable(
      v.object({
        step: described(
          v.picklist(['DATABASE', 'FILES']),
          'What is copied now: the rows, then the files that they refer to.',
        ),
        files: described(integer, 'Files that are copied.'),
        totalFiles: described(v.nullable(integer), 'Files to copy; null while they are not counted.'),
      }),
    ),
    'How far it is; null unless it is `RUNNING`.',
  ),
  error: described(v.nullable(v.string()), 'Why it failed, as a sentence; null if it did not.'),
})

export const backupsSchema = namedObject('Backups', 'Whether backups can be made, and the last one.', {
  folder: described(
    v.nullable(v.string()),
    'The folder on the server in which they are made; null where the settings name none.',
  ),
  refusal: described(
    v.nullable(v.string()),
    'Why none can be made from here, and what to do about it; null where one can.',
  ),
  refusalSentence: described(
    v.nullable(sentenceSchema),
    'The same as a sentence with its code; null where one can.',
  ),
  last: described(v.nullable(backupSchema), 'The one that was begun last; null where none was.'),
})

/** Why no backup can be made from here; undefined where one can. */
export const refusalOf = async ({ upkeep }: Services): Promise<Said | undefined> =>
  upkeep ? upkeep.whyNoBackup() : noBackup.say('no_backup.memory')

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
  const progress = last.endedAt === null ? backups.underWay() : undefined
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
