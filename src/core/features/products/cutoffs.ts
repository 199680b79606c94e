import { Cron } from 'croner'
import { dayIn, dayMs, hourMs, minuteMs, secondMs } from '../../kernel/time.ts'
import type { CutoffSchedule } from '../../model/products.ts'

/** Every instant in [from, cutoff] has the same next `cutoff`. */
interface Span {
  from: number
  cutoff: number
}

interface Calendar {
  cron: Cron
  holidays: ReadonlySet<string>
  /** Newest last. There are few, because callers ask about today and a few days ahead. */
  spans: Span[]
  /** The first cutoff on or after a day (`YYYY-MM-DD`). */
  firstOn: Map<string, number>
}

const keptSpans = 64
const keptDays = 1000
/** A schedule without a cutoff in this time has none: its cron expression may match only holidays. */
const longestGapMs = 10 * 366 * dayMs

// The store returns new objects each time, so a second map finds a schedule by content.
const byObject = new WeakMap<CutoffSchedule, Calendar>()
const byContent = new Map<string, Calendar>()

/** The first cutoff at or after an instant (ms). Cached by span, because every new item needs it. */
export const nextCutoff = (schedule: CutoffSchedule, instant: number): number | undefined => {
  const calendar = calendarOf(schedule)
  for (let index = calendar.spans.length - 1; index >= 0; index--) {
    const span = calendar.spans[index]!
    if (span.from <= instant && instant <= span.cutoff) return span.cutoff
  }
  const cutoff = search(calendar, schedule.timeZone, instant)
  if (cutoff !== undefined) remember(calendar, { from: instant, cutoff })
  return cutoff
}

/** The first cutoff after `now` (ms) on or after the day `sendOn` in the schedule's zone. */
export const cutoffFor = (
  schedule: CutoffSchedule,
  now: number,
  sendOn: string | null,
): number | undefined => {
  const cutoff = nextCutoff(schedule, now + 1)
  if (sendOn === null || cutoff === undefined) return cutoff
  const first = firstCutoffOn(schedule, sendOn)
  return first && Math.max(cutoff, first)
}

/** The first cutoff on or after a day. Cached, because lists need it for each mailing. */
const firstCutoffOn = (schedule: CutoffSchedule, day: string): number | undefined => {
  const { firstOn } = calendarOf(schedule)
  const known = firstOn.get(day)
  if (known !== undefined) return known
  // No time zone is more than 14 hours from UTC, so the day cannot have begun earlier.
  let cutoff = nextCutoff(schedule, Date.parse(`${day}T00:00:00Z`) - 14 * hourMs)
  while (cutoff !== undefined && dayIn(schedule.timeZone, cutoff) < day) {
    cutoff = nextCutoff(schedule, cutoff + 1)
  }
  if (cutoff === undefined) return undefined
  if (firstOn.size >= keptDays) firstOn.clear()
  firstOn.set(day, cutoff)
  return cutoff
}

/** Yields cutoffs, and undefined at times so that callers can yield. Endless unless the schedule ends. */
export function* comingCutoffs(schedule: CutoffSchedule, now: number): Generator<number | undefined> {
  const calendar = newCalendar(schedule)
  let instant = now
  for (;;) {
    const cutoff = yield* searching(calendar, schedule.timeZone, instant + 1)
    if (cutoff === undefined) return
    yield cutoff
    instant = cutoff
  }
}

const newCalendar = ({ cron, timeZone, holidays }: CutoffSchedule): Calendar => ({
  cron: new Cron(cron, { timezone: timeZone, paused: true }),
  holidays: new Set(holidays),
  spans: [],
  firstOn: new Map(),
})

const calendarOf = (schedule: CutoffSchedule): Calendar => {
  const known = byObject.get(schedule)
  if (known) return known
  const content = JSON.stringify([schedule.cron, schedule.timeZone, schedule.holidays])
  const calendar = byContent.get(content) ?? newCalendar(schedule)
  byContent.set(content, calendar)
  byObject.set(schedule, calendar)
  return calendar
}

const search = (calendar: Calendar, timeZone: string, instant: number): number | undefined => {
  const steps = searching(calendar, timeZone, instant)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Candidates to test before yielding. */
const slice = 50

function* searching(
  { cron, holidays }: Calendar,
  timeZone: string,
  instant: number,
): Generator<undefined, number | undefined> {
  // croner searches strictly after the given instant in whole seconds, so the search begins earlier and skips
  // earlier candidates.
  let candidate = cron.nextRun(new Date(instant - 2 * secondMs))
  for (let looked = 1; candidate && candidate.getTime() <= instant + longestGapMs; looked++) {
    const ms = candidate.getTime()
    const isClosed = holidays.has(dayIn(timeZone, ms))
    if (ms >= instant && !isClosed) return ms
    candidate = cron.nextRun(isClosed ? new Date(endOf(timeZone, ms)) : candidate)
    if (looked % slice === 0) yield
  }
  return undefined
}

/** Returns the last instant of a day, or an earlier one, to skip the many cutoffs of a closed day. */
const endOf = (timeZone: string, ms: number): number => {
  const [hour, minute] = wallClock(timeZone).format(ms).split(':').map(Number)
  const midnight = ms - (ms % minuteMs) + (24 * 60 - (hour! * 60 + minute!)) * minuteMs
  const day = dayIn(timeZone, ms)
  // On days with a clock change midnight is elsewhere, so the last hours are searched.
  const isMidnight = dayIn(timeZone, midnight - 1) === day && dayIn(timeZone, midnight) !== day
  return Math.max(ms, isMidnight ? midnight - secondMs : midnight - 2 * hourMs)
}

const clocks = new Map<string, Intl.DateTimeFormat>()
const wallClock = (timeZone: string): Intl.DateTimeFormat => {
  const known = clocks.get(timeZone)
  if (known) return known
  const clock = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const made = new Intl.DateTimeFormat('en-GB', clock)
  clocks.set(timeZone, made)
  return made
}

const remember = (calendar: Calendar, span: Span): void => {
  const same = calendar.spans.find((candidate) => candidate.cutoff === span.cutoff)
  if (same) {
    same.from = Math.min(same.from, span.from)
    return
  }
  calendar.spans.push(span)
  if (calendar.spans.length > keptSpans) calendar.spans.shift()
}

/**
 * The instant (ms) after some working days, at the same time of day in UTC; zero days returns the instant
 * itself. Ignores holidays at the destination, because a run goes to many countries.
 */
export const workingDaysAfter = (
  { timeZone, holidays }: Pick<CutoffSchedule, 'timeZone' | 'holidays'>,
  instant: number,
  days: number,
): number => {
  let ms = instant
  for (let left = days; left > 0; ) {
    ms += dayMs
    const day = dayIn(timeZone, ms)
    if (!isWeekend(day) && !holidays.includes(day)) left--
  }
  return ms
}

const isWeekend = (day: string): boolean => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())
