import { type PreflightRule, preflightDefaults, preflightSeverities } from '#lettershop/template'
import type { Specification } from '../../parts.ts'
import { without } from '../choices.ts'

type Sheet = Specification['sheet']
type Severity = (typeof preflightSeverities)[number]

export { preflightSeverities as severities }
/** By importance. */
export const preflightRules = Object.keys(preflightDefaults) as PreflightRule[]

export const severityOf = ({ preflight }: Sheet, rule: PreflightRule): Severity =>
  preflight?.[rule] ?? preflightDefaults[rule]

/** Rules that differ from the defaults. */
export const ownRules = (sheet: Sheet): PreflightRule[] =>
  preflightRules.filter((rule) => severityOf(sheet, rule) !== preflightDefaults[rule])

/** Sets the severity of a rule; omits defaults, so that the file does too. */
export const withSeverity = (sheet: Sheet, rule: PreflightRule, severity: Severity): Sheet => {
  const { [rule]: _, ...others } = sheet.preflight ?? {}
  const preflight = severity === preflightDefaults[rule] ? others : { ...others, [rule]: severity }
  return Object.keys(preflight).length === 0 ? without(sheet, 'preflight') : { ...sheet, preflight }
}
