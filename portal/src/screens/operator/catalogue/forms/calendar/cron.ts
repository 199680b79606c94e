/** A weekly schedule: times on days of the week. */
export interface Weekly {
  /** `10:00`, ascending. */
  times: readonly string[]
  /** Monday is 1, Sunday 7; ascending. */
  weekdays: readonly number[]
}

/** Maximum times a day. */
const maxTimes = 12
const names = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']

/** Parses a cron field of numbers, lists, ranges and steps; undefined for anything else. */
const numbersOf = (field: string, min: number, max: number): number[] | undefined => {
  const found = new Set<number>()
  for (const part of field.split(',')) {
    const match = /^(\*|\d+)(?:-(\d+))?(?:\/(\d+))?$/.exec(part)
    if (!match) return undefined
    const [, first = '', last, step = '1'] = match
    const from = first === '*' ? min : Number(first)
    // A number with a step continues to the maximum.
    const end = last ?? (first === '*' || match[3] !== undefined ? max : first)
    if (from < min || Number(end) > max || Number(end) < from || Number(step) < 1) return undefined
    for (let number = from; number <= Number(end); number += Number(step)) found.add(number)
  }
  return [...found].sort((a, b) => a - b)
}

/** Parses the days of the week, Sunday as 7. */
const weekdaysOf = (field: string): number[] | undefined => {
  const plain = field.toUpperCase().replace(/[A-Z]{3}/g, (name) => String(names.indexOf(name)))
  const days = plain === '*' ? [1, 2, 3, 4, 5, 6, 7] : numbersOf(plain, 0, 7)
  return days && [...new Set(days.map((day) => (day === 0 ? 7 : day)))].sort((a, b) => a - b)
}

const clock = (hour: number, minute: number): string =>
  `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`

/** Converts a cron expression; undefined if it isn't weekly or has more than `maxTimes` times a day. */
export const weeklyOf = (cron: string): Weekly | undefined => {
  const fields = cron.trim().split(/\s+/)
  if (fields.length !== 5 || fields[2] !== '*' || fields[3] !== '*') return undefined
  const minutes = numbersOf(fields[0]!, 0, 59)
  const hours = numbersOf(fields[1]!, 0, 23)
  const weekdays = weekdaysOf(fields[4]!)
  if (!minutes || !hours || !weekdays || minutes.length * hours.length > maxTimes) return undefined
  return { times: hours.flatMap((hour) => minutes.map((minute) => clock(hour, minute))), weekdays }
}

/** Writes numbers, three or more consecutive ones as a range. */
const listOf = (numbers: readonly number[]): string => {
  const parts: string[] = []
  for (let at = 0; at < numbers.length; ) {
    let end = at
    while (numbers[end + 1] === numbers[end]! + 1) end++
    if (end - at >= 2) parts.push(`${numbers[at]}-${numbers[end]}`)
    else for (let one = at; one <= end; one++) parts.push(String(numbers[one]))
    at = end + 1
  }
  return parts.join(',')
}

/**
 * Returns the cron expression; undefined for invalid times, or if one expression isn't enough. Cron lists
 * minutes and hours separately, so 10:00 and 16:00 fit one expression, 10:00 and 16:30 don't.
 */
export const cronOf = ({ times, weekdays }: Weekly): string | undefined => {
  if (times.length === 0 || weekdays.length === 0) return undefined
  if (!times.every((time) => /^([01]\d|2[0-3]):[0-5]\d$/.test(time))) return undefined
  const ascending = (numbers: number[]) => [...new Set(numbers)].sort((a, b) => a - b)
  const hours = ascending(times.map((time) => Number(time.slice(0, 2))))
  const minutes = ascending(times.map((time) => Number(time.slice(3))))
  if (hours.length * minutes.length !== new Set(times).size) return undefined
  const days = ascending([...weekdays])
  // Sunday is 0, which all cron parsers accept.
  const inWeek = days.length === 7 ? '*' : listOf(days.filter((day) => day !== 7))
  const sunday = days.length < 7 && days.includes(7) ? ['0'] : []
  return [listOf(minutes), listOf(hours), '*', '*', [inWeek, ...sunday].filter(Boolean).join(',')].join(' ')
}
