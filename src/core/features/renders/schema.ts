import * as v from 'valibot'
import { recipientSchema } from '../../address/index.ts'
import { findingSchema } from '../../kernel/finding.ts'
import { named, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { itemData } from '../items/schema.ts'

const integer = v.pipe(v.number(), v.integer())
const dateTime = v.pipe(v.string(), v.isoTimestamp())
const id = v.pipe(v.string(), v.minLength(1), v.maxLength(40))

const renderFormat = named(
  'RenderFormat',
  '`pdf`: the whole piece; `png`: one page as a picture.',
  v.picklist(['pdf', 'png']),
)
const renderStatus = named(
  'RenderStatus',
  '`PENDING`: being drawn; `READY`: the file is there; `FAILED`: cannot be drawn.',
  v.picklist(['PENDING', 'READY', 'FAILED']),
)
/** Every limit of a preview. */
export const renderLimits = {
  dpiMin: 36,
  dpiMax: 300,
  dpiDefault: 150,
  pageMax: 16,
  /** How long the file is kept. */
  days: 7,
} as const

export const renderInput = namedStrictObject(
  'RenderCreate',
  'What to render: exactly one of `templateVersionId`, `postflowId` and `itemId`.',
  {
    /** Exactly one of `templateVersionId`, `postflowId` and `itemId` says what is rendered. */
    templateVersionId: v.optional(id),
    postflowId: v.optional(id),
    itemId: v.optional(id),
    /** Not with `itemId`, which brings its own; an example when absent. */
    recipient: v.optional(recipientSchema),
    /** Not with `itemId`; what is missing is filled with the samples of the template. */
    data: v.optional(itemData),
    format: v.optional(renderFormat, 'pdf'),
    /** 1-based page of a PNG. */
    page: v.optional(v.pipe(integer, v.minValue(1), v.maxValue(renderLimits.pageMax)), 1),
    dpi: v.optional(
      v.pipe(integer, v.minValue(renderLimits.dpiMin), v.maxValue(renderLimits.dpiMax)),
      renderLimits.dpiDefault,
    ),
  },
)
export type RenderInput = v.InferOutput<typeof renderInput>

export const renderSchema = namedObject('Render', 'A preview: a PDF or one page of it as PNG.', {
  id: v.string(),
  status: renderStatus,
  isTest: v.boolean(),
  templateVersionId: v.string(),
  itemId: v.nullable(v.string()),
  format: renderFormat,
  page: integer,
  dpi: integer,
  /** What would not fit or cannot be printed; with an error among them there is no file. */
  findings: v.array(findingSchema),
  sizeBytes: v.nullable(integer),
  /** The path of the file on this server; null until it is READY. */
  file: v.nullable(v.string()),
  /** The same without a key: signed, good for an hour at least. */
  url: v.nullable(v.pipe(v.string(), v.url())),
  createdAt: dateTime,
  completedAt: v.nullable(dateTime),
  expiresAt: v.pipe(
    dateTime,
    v.description(
      'When the file is taken away: seven days of real time after it was asked for. In test mode it is told as the test clock, which `createdAt` is of too, will show it.',
    ),
  ),
})
export type RenderWire = v.InferOutput<typeof renderSchema>

export const renderParams = v.strictObject({ id: v.string() })
