import * as v from 'valibot'

/**
 * A finding says what is wrong with a template or an item, where it is on the paper, and what to do.
 * Findings are data, not errors: an item with findings is kept (NEEDS_ATTENTION), a template with an
 * error finding is not published.
 */
export interface Finding {
  /** Machine-readable, snake case: `variable_missing`, `text_overflow`, `postal_code_invalid`, … */
  code: string
  /** `error` stops the item or the template, `warning` only informs. */
  severity: 'error' | 'warning'
  /** One sentence for a person that names the offending part and the limit it breaks. */
  message: string
  /** The field as the caller wrote it, dotted: `recipient.postalCode`, `data.firstName`. */
  field?: string
  /** 1-based page of the piece. */
  page?: number
  /** Where on that page, in mm from the top left of the trim. */
  box?: BoxMm
}

/** A rectangle in mm from the top left of the trim. */
export interface BoxMm {
  x: number
  y: number
  w: number
  h: number
}

/** True when at least one finding stops what it was found on. */
export const hasErrors = (findings: readonly Finding[]): boolean =>
  findings.some((finding) => finding.severity === 'error')

/** A finding as answers show it. */
export const findingSchema = v.object({
  code: v.string(),
  severity: v.picklist(['error', 'warning']),
  message: v.string(),
  field: v.optional(v.string()),
  /** 1-based. */
  page: v.optional(v.pipe(v.number(), v.integer())),
  /** mm from the top left of the trim. */
  box: v.optional(v.object({ x: v.number(), y: v.number(), w: v.number(), h: v.number() })),
})
