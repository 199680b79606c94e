import { sentences } from '../../kernel/sentences.ts'

export const periodSentences = sentences({
  'invalid_value.period_day': 'Use a date as YYYY-MM-DD, e.g. 2026-01-31.',
  'conflict.days': 'Use either days, or from and to.',
  'conflict.billing_group': 'Use either a billing group, or a Postflow or Postbatch.',
  after_to: 'from ({from}) is after to ({to}).',
  'too_long.period': 'The period from {from} to {to} has more than {limit} days.',
})

export const analyticsProblems = sentences({
  'invalid_state.rebuilding':
    'The analytics are still being recounted after the last change of time zone. Try again in a moment.',
  'invalid_state.deleting_test_data':
    'Test data and its figures are being deleted. Change the time zone after that.',
})
