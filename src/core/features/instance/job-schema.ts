import * as v from 'valibot'
import { dateTime, fields, integer } from '../../kernel/wire-fields.ts'
import { described, named, namedObject } from '../../kernel/wire-schema.ts'
import { mode } from '../../model/wire-enums.ts'
import { jobStates } from '../platform/jobs.ts'

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
