import * as v from 'valibot'
import { ruleSentences } from '../../kernel/rule-sentences.ts'
import { isCalendarDay } from '../../kernel/time.ts'
import { dateTime, fields, integer } from '../../kernel/wire-fields.ts'
import { described, namedObject } from '../../kernel/wire-schema.ts'
import { runStatus } from '../../model/wire-enums.ts'
import { runLimits } from './limits.ts'

const day = v.pipe(v.string(), v.check(isCalendarDay, ruleSentences.message('invalid_value.day')))

export const calendarQuery = v.strictObject({
  from: described(
    v.optional(day),
    'First day, `YYYY-MM-DD`, in each schedule’s own time zone; today by default.',
  ),
  days: described(
    v.optional(
      v.pipe(
        v.string(),
        v.regex(/^\d{1,3}$/, ruleSentences.message('invalid_format.days', { limit: runLimits.calendarDays })),
        v.transform(Number),
        v.minValue(1),
        v.maxValue(runLimits.calendarDays),
      ),
    ),
    'How many days to look ahead.',
  ),
  productSpecificationId: described(
    v.optional(v.pipe(v.string(), v.maxLength(40))),
    'Only the cutoffs of this specification, `psp_…`.',
  ),
})

export const calendarSchema = namedObject('RunCalendar', 'The cutoffs to come.', {
  data: described(
    v.array(
      v.object({
        productId: fields.productId,
        productSpecificationId: fields.productSpecificationId,
        cutoffAt: described(dateTime, 'The cutoff, RFC 3339 in UTC.'),
        day: described(
          v.string(),
          'Day of the cutoff in the time zone of its schedule, `YYYY-MM-DD`: what `sendOn` is compared with.',
        ),
        timeZone: described(v.string(), 'Time zone of the schedule (IANA), e.g. `Europe/Amsterdam`.'),
        handedToCarrierOn: described(
          v.string(),
          'Day on which the carrier gets it, as planned, `YYYY-MM-DD`: a working day, neither at a weekend nor one that the schedule leaves out.',
        ),
        deliveredOn: described(
          v.string(),
          'Day on which it is in the letterbox, as planned, `YYYY-MM-DD`: a working day too, by the holidays of the schedule, not those of where it goes.',
        ),
        runId: described(
          v.nullable(v.string()),
          'The run of that cutoff, `run_…`; null if none was made yet.',
        ),
        runStatus: described(v.nullable(runStatus), 'Where that run is; null if none was made yet.'),
        itemCount: described(integer, 'How many items it holds; 0 if no run was made yet.'),
      }),
    ),
    'The cutoffs, earliest first.',
  ),
})
