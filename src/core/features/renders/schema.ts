import * as v from 'valibot'
import { recipientSchema } from '../../address/index.ts'
import { findingSchema } from '../../kernel/finding.ts'
import { fields, id, integer } from '../../kernel/wire-fields.ts'
import { described, named, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { itemData } from '../items/input-schema.ts'

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
    templateVersionId: described(
      v.optional(id),
      'A published version, `tv_…`. This, `postflowId` or `itemId`.',
    ),
    postflowId: described(v.optional(id), 'A Postflow, whose version is rendered, `pfl_…`.'),
    itemId: described(v.optional(id), 'An item, as it would be printed, `itm_…`.'),
    recipient: described(
      v.optional(recipientSchema),
      'Whom it is for; an example if absent. Not with `itemId`.',
    ),
    data: described(
      v.optional(itemData),
      'Merge fields by name; what is missing is filled with the template’s samples. Not with `itemId`.',
    ),
    format: described(v.optional(renderFormat, 'pdf'), 'What to draw.'),
    page: described(
      v.optional(v.pipe(integer, v.minValue(1), v.maxValue(renderLimits.pageMax)), 1),
      'Page of a PNG, counted from 1.',
    ),
    dpi: described(
      v.optional(
        v.pipe(integer, v.minValue(renderLimits.dpiMin), v.maxValue(renderLimits.dpiMax)),
        renderLimits.dpiDefault,
      ),
      'Resolution of a PNG, in dots per inch.',
    ),
  },
)
export type RenderInput = v.InferOutput<typeof renderInput>

export const renderSchema = namedObject('Render', 'A preview: a PDF or one page of it as PNG.', {
  id: described(v.string(), 'The preview, `rnd_…`.'),
  status: described(renderStatus, 'Whether the file is there.'),
  isTest: fields.isTest,
  templateVersionId: fields.templateVersionId,
  itemId: described(
    v.nullable(v.string()),
    'The item that was rendered, `itm_…`; null if a template or Postflow was.',
  ),
  format: described(renderFormat, 'What was drawn.'),
  page: described(integer, 'Page of a PNG, counted from 1.'),
  dpi: described(integer, 'Resolution of a PNG, in dots per inch.'),
  findings: described(
    v.array(findingSchema),
    'What would not fit or cannot be printed; with an error among them there is no file.',
  ),
  sizeBytes: described(v.nullable(integer), 'Size of the file in bytes; null until it is READY.'),
  file: fields.file,
  url: described(
    v.nullable(v.pipe(v.string(), v.url())),
    'The same without a key: a signed web address, good for an hour at least; null until it is READY.',
  ),
  createdAt: fields.createdAt,
  completedAt: fields.fileCompletedAt,
  expiresAt: fields.fileExpiresAt,
})
export type RenderWire = v.InferOutput<typeof renderSchema>

export const renderParams = v.strictObject({ id: described(v.string(), 'The preview, `rnd_…`.') })
