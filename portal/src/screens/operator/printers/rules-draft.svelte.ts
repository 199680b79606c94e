import type { Schemas } from '../../../api/client.ts'

type Rule = Schemas['PrinterRule']
let drafts = 0

/** A rule as edited in the form. */
export class RuleDraft {
  /** Identifies rules while they are reordered. */
  readonly id = ++drafts
  organisationId = $state('')
  specificationId = $state('')
  countries = $state('')
  minItems = $state('')
  first = $state('')
  fallback = $state('')
  minutes = $state('15')
  /** Printers after the second, set only by files. Kept as long as the rule has a fallback. */
  readonly further: readonly string[]

  constructor(rule?: Rule) {
    this.further = rule?.printers.slice(2) ?? []
    if (!rule) return
    const { match, printers, fallBackMinutes } = rule
    this.organisationId = match.organisationId ?? ''
    this.specificationId = match.specificationId ?? ''
    this.countries = match.countries?.join(', ') ?? ''
    this.minItems = match.minItems === undefined ? '' : String(match.minItems)
    this.first = printers[0] ?? ''
    this.fallback = printers[1] ?? ''
    this.minutes = String(fallBackMinutes)
  }

  get rule(): Rule {
    const { organisationId, specificationId, fallback, further } = this
    const countries = this.countries
      .toUpperCase()
      .split(/[\s,;]+/)
      .filter(Boolean)
    return {
      match: {
        ...(organisationId ? { organisationId } : {}),
        ...(specificationId ? { specificationId } : {}),
        ...(countries.length > 0 ? { countries } : {}),
        ...(this.minItems ? { minItems: Number(this.minItems) } : {}),
      },
      printers: [this.first, ...(fallback ? [fallback, ...further] : [])],
      fallBackMinutes: Number(this.minutes || 0),
    }
  }
}
