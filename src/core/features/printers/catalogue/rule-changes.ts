import type { CatalogueCheck } from '../../../engine/catalogue-part.ts'
import { same } from '../../products/catalogue/changes.ts'
import type { PrinterRuleEntry } from '../../products/catalogue/printer-entries.ts'
import { catalogueChangeSentences } from '../../products/catalogue/sentences.ts'

const { say } = catalogueChangeSentences

/**
 * Says of each rule what becomes of it. Rules have no keys, so those that stay at the beginning and at the end
 * are left out, and what is between is compared in its order.
 */
export const tellRuleChanges = (
  check: CatalogueCheck,
  before: readonly PrinterRuleEntry[],
  after: readonly PrinterRuleEntry[],
): void => {
  const isSame = (was: PrinterRuleEntry | undefined, is: PrinterRuleEntry | undefined) =>
    was !== undefined && is !== undefined && inWords(was) === inWords(is) && same(was.match, is.match)
  const shortest = Math.min(before.length, after.length)
  let start = 0
  while (start < shortest && isSame(before[start], after[start])) start += 1
  let end = 0
  while (end < shortest - start && isSame(before.at(-1 - end), after.at(-1 - end))) end += 1
  const was = before.slice(start, before.length - end)
  const is = after.slice(start, after.length - end)
  for (let at = 0; at < Math.max(was.length, is.length); at++) {
    const number = start + at + 1
    const [old, now] = [was[at], is[at]]
    if (isSame(old, now)) continue
    if (old && now)
      check.change('', say('catalogue_change.rule', { number, rule: inWords(now), before: inWords(old) }))
    else if (now) check.change('', say('catalogue_change.new_rule', { number, rule: inWords(now) }))
    else if (old) check.change('', say('catalogue_change.rule_gone', { number, before: inWords(old) }))
  }
}

/** A rule in signs that every language reads: `letter-c5 · FR BE · ≥ 100 → leeds, default (15 min)`. */
const inWords = ({ match, printers, fallBackMinutes }: PrinterRuleEntry): string => {
  const { organisation, specification, countries, minItems } = match
  const conditions = [organisation, specification, countries?.join(' '), minItems && `≥ ${minItems}`]
  const matched = conditions.filter(Boolean).join(' · ') || '*'
  const waits = printers.length > 1 ? ` (${fallBackMinutes} min)` : ''
  return `${matched} → ${printers.join(', ')}${waits}`
}
