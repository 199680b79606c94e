import type { Sent } from '../../engine/operation.ts'
import { type ParameterError, validationFailed } from '../../kernel/errors.ts'
import type { Sentence } from '../../kernel/sentences.ts'
import { addDays, dayIn, dayMs, isCalendarDay } from '../../kernel/time.ts'
import { type AnalyticsQuery, defaultDays, maxDays } from './schema.ts'
import { periodSentences } from './sentences.ts'

/** Items to count, by the fields that are set; without any, all items of the mode. */
export interface AnalyticsFilter {
  postflowId?: string | undefined
  postbatchId?: string | undefined
  billingGroup?: string | undefined
}

/** Days `YYYY-MM-DD` in the organisation's time zone, both included. */
export interface Period {
  from: string
  to: string
}

/**
 * Returns the period: `from` to `to`, thirty days if only one is given, or `days` up to today
 * (docs/api-rules.md#analytics). Throws 422 with the errors of `periodRules`.
 */
export const periodOf = (query: AnalyticsQuery, timeZone: string, now: number): Period => {
  const { from, to, days } = query
  const errors = periodRules({ query: { from, to, days: days?.toString() }, body: {} })
  if (errors.length > 0) throw validationFailed(errors)
  if (from === undefined && to === undefined) {
    const today = dayIn(timeZone, now)
    return { from: addDays(today, 1 - (days ?? defaultDays)), to: today }
  }
  return {
    from: from ?? addDays(to!, 1 - defaultDays),
    to: to ?? addDays(from!, defaultDays - 1),
  }
}

/** A cost centre can't be combined with a mailing: no rollup has both. */
export const analyticsRules = (sent: Sent): ParameterError[] => [
  ...periodRules(sent),
  ...filterRules(sent.query),
]

export const filterRules = ({ billingGroup, postflowId, postbatchId }: AnalyticsFilter): ParameterError[] =>
  billingGroup !== undefined && (postflowId !== undefined || postbatchId !== undefined)
    ? [
        {
          parameter: 'billingGroup',
          location: 'query',
          ...periodSentences.sentence('conflict.billing_group'),
        },
      ]
    : []

export const periodRules = ({ query: { from, to, days } }: Sent): ParameterError[] => {
  const wrong = (parameter: string, sentence: Sentence): ParameterError[] => [
    { parameter, location: 'query', ...sentence },
  ]
  if (days !== undefined && (from !== undefined || to !== undefined)) {
    return wrong('days', periodSentences.sentence('conflict.days'))
  }
  if (from === undefined || to === undefined || !isCalendarDay(from) || !isCalendarDay(to)) return []
  if (from > to) return wrong('from', periodSentences.sentence('after_to', { from, to }))
  if (addDays(from, maxDays - 1) < to) {
    return wrong('from', periodSentences.sentence('too_long.period', { from, to, limit: maxDays }))
  }
  return []
}

export const daysOf = ({ from, to }: Period): string[] => {
  const count = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  return Array.from({ length: count }, (_, index) => addDays(from, index))
}
