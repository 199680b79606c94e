import { expect, test } from 'vitest'
import { centsIn } from '../../portal/src/screens/money/amounts.ts'

test.each([
  ['250', 25_000],
  ['250,00', 25_000],
  ['1.234,56', 123_456],
  ['1,234.56', 123_456],
  ['€ 12,50', 1250],
  ['12,50 €', 1250],
  ['£12.50', 1250],
  ['CHF 1’234.50', 123_450],
  ["CHF 1'234.50", 123_450],
  ['12.50 CHF', 1250],
  ['kr 12', undefined],
  ['12,345', 1_234_500],
  ['12,3456', undefined],
  ['', undefined],
  ['a lot', undefined],
])('the amount %s is %s cents', (text, cents) => {
  expect(centsIn(text)).toBe(cents)
})
