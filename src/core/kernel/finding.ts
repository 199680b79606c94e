import * as v from 'valibot'
import { paramsSchema } from './sentence-schema.ts'
import type { Said } from './sentences.ts'
import { described, namedObject } from './wire-schema.ts'

/**
 * A defect of a template or an item: what is wrong, where on the paper, and what to do. Findings are data,
 * not errors: an item with error findings is kept (NEEDS_ATTENTION), and a template with one is not
 * published.
 */
export interface Finding extends Said {
  /** `error` keeps the item or template from being printed, `warning` only informs. */
  severity: 'error' | 'warning'
  /** The field as the caller wrote it, dotted: `recipient.postalCode`, `data.firstName`. */
  field?: string
  /** 1-based page of the piece. */
  page?: number
  /** The place on that page, in mm from the top left of the trim. */
  box?: BoxMm
}

/** A finding and its place. */
export const finding = (
  severity: Finding['severity'],
  said: Said,
  {
    field,
    page,
    box,
  }: { field?: string | undefined; page?: number | undefined; box?: BoxMm | undefined } = {},
): Finding => ({
  ...said,
  severity,
  ...(field === undefined ? {} : { field }),
  ...(page === undefined ? {} : { page }),
  ...(box ? { box: { x: box.x, y: box.y, w: box.w, h: box.h } } : {}),
})

/** A rectangle in mm from the top left of the trim. */
export interface BoxMm {
  x: number
  y: number
  w: number
  h: number
}

/** The schema entries of a `BoxMm`. */
export const boxEntries = {
  x: described(v.number(), 'Left edge, in mm from the left of the trimmed page.'),
  y: described(v.number(), 'Upper edge, in mm from the top of the trimmed page.'),
  w: described(v.number(), 'Width in mm.'),
  h: described(v.number(), 'Height in mm.'),
}

/** Whether at least one finding is an error. */
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
    params: paramsSchema,
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
