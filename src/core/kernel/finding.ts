import * as v from 'valibot'
import { described, namedObject } from './wire-schema.ts'

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

/** The same as answers show it. */
export const boxEntries = {
  x: described(v.number(), 'Left edge, in mm from the left of the trimmed page.'),
  y: described(v.number(), 'Upper edge, in mm from the top of the trimmed page.'),
  w: described(v.number(), 'Width in mm.'),
  h: described(v.number(), 'Height in mm.'),
}

/** True when at least one finding stops what it was found on. */
export const hasErrors = (findings: readonly Finding[]): boolean =>
  findings.some((finding) => finding.severity === 'error')

export const boxSchema = namedObject(
  'Box',
  'A rectangle in mm from the top left corner of the trimmed page.',
  boxEntries,
)

export const findingSchema = namedObject(
  'Finding',
  'What is wrong with a template or an item, or worth knowing about it, where on the paper, and what to do.',
  {
    code: described(
      v.string(),
      'What was found, for programs: `variable_missing`, `text_overflow`, `postal_code_invalid`, …',
    ),
    severity: described(
      v.picklist(['error', 'warning']),
      '`error` stops the item or the template; `warning` only informs.',
    ),
    message: described(v.string(), 'One sentence for people that names the offending part and what to do.'),
    field: described(
      v.optional(v.string()),
      'The field as the caller wrote it, dotted: `recipient.postalCode`, `data.firstName`. Absent if no field is at fault.',
    ),
    page: described(
      v.optional(v.pipe(v.number(), v.integer())),
      'Page of the piece, counted from 1. Absent if it is not about a place on paper.',
    ),
    box: described(v.optional(boxSchema), 'Where on that page. Absent if it is not about a place on paper.'),
  },
)
