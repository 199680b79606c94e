import * as v from 'valibot'
import { dateTime, integer } from '../../../kernel/wire-fields.ts'
import { described, named, namedObject } from '../../../kernel/wire-schema.ts'

const status = named(
  'TestDataDeletionStatus',
  'Whether the test data are being deleted.',
  v.picklist(['NONE', 'RUNNING', 'COMPLETED']),
)

export const testDataDeletion = namedObject(
  'TestDataDeletion',
  'The latest deletion of an organisation’s test data.',
  {
    status: described(
      status,
      '`NONE` where it was never asked for, `RUNNING` until everything is gone, then `COMPLETED`.',
    ),
    askedAt: described(
      v.nullable(dateTime),
      'When it was asked for, RFC 3339 in UTC, by real time; null where it never was.',
    ),
    completedAt: described(
      v.nullable(dateTime),
      'When everything was gone, RFC 3339 in UTC, by real time; null until then.',
    ),
    itemCount: described(integer, 'How many test items there were when it was asked for.'),
    undecidedSuppressionCount: described(
      integer,
      'Test entries of the suppression list that versions before 0.3.0 made and that may be wishes of people. They are not deleted: `suppressions.assignMode` decides about each.',
    ),
    deleted: described(
      v.object({
        items: described(integer, 'Items.'),
        postbatches: described(integer, 'Postbatches.'),
        runs: described(integer, 'Runs.'),
        events: described(integer, 'Events.'),
      }),
      'What is gone so far.',
    ),
  },
)
