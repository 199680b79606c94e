import { Cron } from 'croner'
import { dayIn, dayMs, hourMs, minuteMs, secondMs } from '../../kernel/time.ts'
import type { CutoffSchedule } from '../../model/products.ts'

/** A range of instants with one next cutoff: everything in [from, cutoff] closes at `cutoff`. */
interface Span {
  from: number
  cutoff: number
}

interface Calendar {
  cron: Cron
  holidays: ReadonlySet<string>
  /** The newest last. There are only a few, because callers ask about today and a few days ahead. */
  spans: Span[]
}

const keptSpans = 64
/**
 * A schedule without a cutoff in this time has none at all, as where its cron expression meets only holidays.
 */
const longestGapMs = 10 * 366 * dayMs

// The store returns fresh objects, so a second map finds a schedule by its content.
const byObject = new WeakMap<CutoffSchedule, Calendar>()
const byContent = new Map<string, Calendar>()

/**
 * The first cutoff at or after an instant (ms), by the schedule's cron expression in its time zone without
 * holidays; undefined where there is none. Every item creation needs it, so spans are cached.
 */
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

/**
 * The first cutoff after `now` (ms) on the day `sendOn` (in the schedule's zone) or later; undefined where
 * there is none.
 */
export const cutoffFor = (
  schedule: CutoffSchedule,
  now: number,
  sendOn: string | null,
): number | undefined => {
  let cutoff = nextCutoff(schedule, now + 1)
  if (sendOn === null || cutoff === undefined || dayIn(schedule.timeZone, cutoff) >= sendOn) return cutoff
  // No zone is further than 14 hours from UTC: the day cannot have begun before this.
  cutoff = nextCutoff(schedule, Math.max(now + 1, Date.parse(`${sendOn}T00:00:00Z`) - 14 * hourMs))
  while (cutoff !== undefined && dayIn(schedule.timeZone, cutoff) < sendOn) {
    cutoff = nextCutoff(schedule, cutoff + 1)
  }
  return cutoff
}

/**
 * The coming cutoffs of a schedule that is only looked at: nothing of it is kept. Yields undefined where it has
 * looked for a while and others may have their turn. Never ends where the schedule does not.
 */
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

/** Candidates that are looked at in one turn. */
const slice = 50

function* searching(
  { cron, holidays }: Calendar,
  timeZone: string,
  instant: number,
): Generator<undefined, number | undefined> {
  // croner searches after the given instant, by whole seconds, so the search begins earlier and skips what is
  // too early.
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

/**
 * The last instant of a day that can be told without looking for it, no earlier than the one given: the others
 * of a closed day are skipped, because a schedule may have many.
 */
const endOf = (timeZone: string, ms: number): number => {
  const [hour, minute] = wallClock(timeZone).format(ms).split(':').map(Number)
  const midnight = ms - (ms % minuteMs) + (24 * 60 - (hour! * 60 + minute!)) * minuteMs
  const day = dayIn(timeZone, ms)
  // Where clocks are changed on the day, midnight is another instant, and the last hours are looked through.
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
 * The instant (ms) that many working days later, at the same time of day in UTC: Saturdays, Sundays and the
 * days that the schedule leaves out are not counted, and nothing ends on one. With no days it is the instant
 * itself. Holidays of where mail goes are not known here: a run goes to many countries.
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
