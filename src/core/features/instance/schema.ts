import * as v from 'valibot'
import { paramsSchema } from '../../kernel/params-schema.ts'
import { dateTime } from '../../kernel/wire-fields.ts'
import { described, named, namedObject } from '../../kernel/wire-schema.ts'
import { instanceEntries } from '../platform/schema.ts'

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
