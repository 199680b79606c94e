import { isCalendarDay } from '../kernel/time.ts'
import { hasUserInformation } from '../kernel/web-address.ts'
import type { TemplateVariable } from './document.ts'
import { decimalsOf, numberPattern } from './printed-values.ts'

const isNumber = (value: string, variable: TemplateVariable): boolean =>
  new RegExp(numberPattern(decimalsOf(variable))).test(value)

const checks: Record<TemplateVariable['type'], (value: string, variable: TemplateVariable) => boolean> = {
  text: () => true,
  integer: (value) => /^-?\d{1,15}$/.test(value),
  decimal: isNumber,
  money: isNumber,
  date: isCalendarDay,
  url: (value) => /^https?:\/\/[^\s/]+\S*$/i.test(value) && URL.canParse(value) && !hasUserInformation(value),
}

/** Whether a merge field takes a value, as an item brings it: `1234.50`, `2026-03-01`. */
export const isValueOf = (variable: TemplateVariable, value: string): boolean =>
  checks[variable.type](value, variable)
