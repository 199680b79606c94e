import * as v from 'valibot'
import { sentenceSchema } from '../../kernel/sentence-schema.ts'
import { dateTime, integer } from '../../kernel/wire-fields.ts'
import { described, named, namedObject } from '../../kernel/wire-schema.ts'
import { actorSchema } from '../audit/schema.ts'

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
