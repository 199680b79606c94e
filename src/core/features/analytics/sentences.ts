import { sentences } from '../../kernel/sentences.ts'

/** What is wrong with a period. */
export const periodSentences = sentences({
  'invalid_value.period_day': 'Write a day of the calendar as YYYY-MM-DD, e.g. 2026-01-31.',
  'conflict.days': 'Give either days, or from and to.',
  'conflict.billing_group': 'Give either a billing group, or a Postflow or Postbatch.',
  after_to: 'from ({from}) is after to ({to}).',
  'too_long.period': 'From {from} to {to} are more than {limit} days.',
})

/** Why the figures cannot be counted by another time zone now. */
export const analyticsProblems = sentences({
  'invalid_state.rebuilding':
    'The analytics are still being counted anew for the last change of time zone. Try again in a moment.',
  'invalid_state.deleting_test_data':
    'Test data are being deleted, and with them their figures. Change the time zone once that has ended.',
})
