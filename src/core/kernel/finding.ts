import * as v from 'valibot'
import { paramsSchema } from './sentence-schema.ts'
import type { Sentence } from './sentences.ts'
import { described, namedObject } from './wire-schema.ts'

/**
 * A defect of a template or item: the problem, its place on paper and the remedy. Not an error: an item with
 * an error finding is kept (NEEDS_ATTENTION), and a template with one is not published.
 */
export interface Finding extends Sentence {
  /** `error` prevents printing, `warning` only informs. */
  severity: 'error' | 'warning'
  /** Dotted, as the caller wrote it: `recipient.postalCode`, `data.firstName`. */
  field?: string
  /** Page of the piece, from 1. */
  page?: number
  /** Position on that page, in mm from the top left of the trim. */
  box?: BoxMm
}

export const finding = (
  severity: Finding['severity'],
  sentence: Sentence,
  {
    field,
    page,
    box,
  }: { field?: string | undefined; page?: number | undefined; box?: BoxMm | undefined } = {},
): Finding => ({
  ...sentence,
  severity,
  ...(field === undefined ? {} : { field }),
  ...(page === undefined ? {} : { page }),
  ...(box ? { box: { x: box.x, y: box.y, w: box.w, h: box.h } } : {}),
})

/** In mm from the top left of the trim. */
export interface BoxMm {
  x: number
  y: number
  w: number
  h: number
}

export const boxEntries = {
  x: described(v.number(), 'Left edge, in mm from the left of the trimmed page.'),
  y: described(v.number(), 'Upper edge, in mm from the top of the trimmed page.'),
  w: described(v.number(), 'Width in mm.'),
  h: described(v.number(), 'Height in mm.'),
}

export const hasErrors = (findings: readonly Finding[]): boolean =>
  findings.some((finding) => finding.severity === 'error')

export const boxSchema = namedObject(
  'Box',
  'A rectangle in mm from the top left corner of the trimmed page.',
  boxEntries,
)

export const findingSchema = namedObject(
  'Finding',
  'A problem with a template or item, or a fact worth knowing: where it is on paper, and what to do.',
  {
    code: described(
      v.string(),
      'Machine-readable code: `variable_missing`, `text_overflow`, `postal_code_invalid`, …',
    ),
    severity: described(
      v.picklist(['error', 'warning']),
      '`error` stops the item or the template; `warning` only informs.',
    ),
    message: described(v.string(), 'A sentence that names the affected part and the remedy.'),
    params: paramsSchema,
    field: described(
      v.optional(v.string()),
      'The field as the caller wrote it, dotted: `recipient.postalCode`, `data.firstName`. Absent if no field is at fault.',
    ),
    page: described(
      v.optional(v.pipe(v.number(), v.integer())),
      'Page of the piece, from 1. Absent if the finding has no place on paper.',
    ),
    box: described(
      v.optional(boxSchema),
      'Position on that page. Absent if the finding has no place on paper.',
    ),
  },
)
