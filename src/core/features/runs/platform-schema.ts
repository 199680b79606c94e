import * as v from 'valibot'
import { described, namedObject } from '../../kernel/wire-schema.ts'
import { runSchema } from './schema.ts'

export const platformRunSchema = namedObject('PlatformRun', 'A run, as operators see it.', {
  ...runSchema.entries,
  organisationId: described(v.string(), 'The organisation whose run it is, `org_…`.'),
  printerId: described(v.string(), 'The printer it goes to, `prn_…`.'),
  printerKey: described(v.string(), 'The key of that printer in files and rules.'),
  printerName: described(v.string(), 'What people call that printer.'),
  away: described(
    v.nullable(
      namedObject('PrinterAway', 'A printer that was away when it was to get a run.', {
        printerId: described(v.string(), 'That printer, `prn_…`.'),
        printerKey: described(v.string(), 'Its key in files and rules.'),
        printerName: described(v.string(), 'What people call it.'),
        since: described(v.string(), 'When that was noticed, RFC 3339 in UTC.'),
      }),
    ),
    'The first printer that was away when it was to get the run: where `printerId` is another, that one stands in; where it is the same, the run waits for it. Null if none was away, if it got the run in the end, or where the run failed or was cancelled.',
  ),
  organisationName: described(v.string(), 'The name of that organisation.'),
  operatorReason: described(
    v.nullable(v.string()),
    'Why it waits or failed, with what the organisation is not told: folders of the server, errors of the printer. Null if it does neither.',
  ),
})
