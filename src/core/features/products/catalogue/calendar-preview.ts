import * as v from 'valibot'
import type { Services } from '../../../engine/services.ts'
import { validationFailed } from '../../../kernel/errors.ts'
import { dayIn, toDateTime } from '../../../kernel/time.ts'
import { dateTime, described, namedObject, namedStrictObject } from '../../../kernel/wire-schema.ts'
import type { CutoffSchedule, SpecificationRow } from '../../../model/products.ts'
import { everyone, type Rows } from '../../../ports/store.ts'
import { comingCutoffs } from '../cutoffs.ts'
import { plannedDays } from '../planned-days.ts'
import { calendarFaults, daysOf, lastYear, scheduleOf } from './calendar-days.ts'
import { dotted, pointer } from './document.ts'
import { calendarEntry, key } from './entries/entry-schemas.ts'
import { catalogueLimits } from './entries/limits.ts'
import { holidaysOf } from './export.ts'

const { cron, timeZone, holidays, closedOn, openOn } = calendarEntry.entries

export const calendarDraft = namedStrictObject('CatalogueCalendarDraft', 'A calendar to preview.', {
  key: described(
    v.optional(key),
    'Key of the calendar. If given, the specifications that name it are listed with their days.',
  ),
  cron,
  timeZone,
  holidays,
  closedOn,
  openOn,
})
type CalendarDraft = v.InferOutput<typeof calendarDraft>

const day = (about: string) => described(v.string(), `${about}, as \`YYYY-MM-DD\`.`)

export const calendarPreview = namedObject(
  'CatalogueCalendarPreview',
  'Cutoffs and holidays that follow from a calendar.',
  {
    cutoffs: described(
      v.array(
        namedObject('CatalogueCutoff', 'A coming cutoff.', {
          at: described(dateTime, 'When it is (RFC 3339, UTC).'),
          day: day('The day in the time zone of the calendar'),
        }),
      ),
      'The next cutoffs, at most ten; empty if every day is closed.',
    ),
    holidays: described(
      v.array(v.string()),
      'The holidays of its countries and regions in the coming years, as `YYYY-MM-DD`.',
    ),
    specifications: described(
      v.array(
        namedObject('CatalogueCalendarUse', 'When mail that closes at the next cutoff is on its way.', {
          key: described(v.string(), 'Key of the specification.'),
          name: described(v.string(), 'Its name.'),
          handedToCarrierOn: day('When the carrier receives it'),
          deliveredOn: day('When it is delivered'),
        }),
      ),
      'The active specifications that name the calendar; empty if the calendar has no cutoff.',
    ),
  },
)
type CalendarPreview = v.InferOutput<typeof calendarPreview>

/** Returns the schedule, coming cutoffs (ms) and holidays. Throws 422 naming every error. */
export const previewCalendar = async (services: Services, draft: CalendarDraft) => {
  const now = services.clock.now()
  const today = dayIn('UTC', now)
  const entry = { ...draft, key: '', name: '' }
  const known = await holidaysOf(services, [{ currency: '', parts: { calendars: [entry] } }], today)
  const faults = calendarFaults(draft, known)
  if (faults.length > 0) {
    throw validationFailed(
      faults.map(({ place, sentence }) => ({
        parameter: dotted(pointer(place)),
        location: 'body',
        ...sentence,
      })),
    )
  }
  const facts = { holidays: known }
  const schedule = scheduleOf(entry, facts)
  const instants: number[] = []
  for (const instant of comingCutoffs(schedule, now)) {
    await services.turns.rest()
    if (instant === undefined) continue
    // Holidays beyond this year are unknown, so every later day would look open.
    if (toDateTime(instant).slice(0, 4) > lastYear(today)) break
    instants.push(instant)
    if (instants.length === catalogueLimits.previewedCutoffs) break
  }
  return { schedule, instants, holidays: daysOf(entry, facts) }
}

/** Includes the specifications of the calendar, with the days of their next run. */
export const previewToWire = async (
  rows: Rows,
  { key }: CalendarDraft,
  { schedule, instants, holidays }: Awaited<ReturnType<typeof previewCalendar>>,
): Promise<CalendarPreview> => {
  const next = instants[0]
  const named =
    key === undefined || next === undefined
      ? []
      : await rows.specifications.find(everyone, { active: true, calendarKey: key })
  return {
    cutoffs: instants.map((at) => ({ at: toDateTime(at), day: dayIn(schedule.timeZone, at) })),
    holidays,
    specifications: named.map((row) => useOf(row, schedule, next!)).sort((a, b) => (a.key < b.key ? -1 : 1)),
  }
}

const useOf = (
  specification: SpecificationRow,
  schedule: CutoffSchedule,
  cutoff: number,
): CalendarPreview['specifications'][number] => ({
  key: specification.key!,
  name: specification.name,
  ...plannedDays({ ...specification, cutoff: schedule }, cutoff),
})
