import { defineOperation } from '../../../engine/operation.ts'
import { calendarOf } from '../calendar.ts'
import { calendarQuery, calendarSchema } from '../calendar-schema.ts'

export const runCalendar = defineOperation({
  id: 'runs.calendar',
  method: 'GET',
  path: '/runs/calendar',
  summary: 'List the cutoffs to come',
  description:
    'For every specification that can be ordered, with the run of that cutoff where there is one. With a test key, by the test clock.',
  permission: 'items.read',
  effect: 'read',
  query: calendarQuery,
  output: calendarSchema,
  async handler(context, { query }) {
    return { data: await calendarOf(context, query) }
  },
})
