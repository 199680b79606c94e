import * as v from 'valibot'
import { recipientSchema } from '../../address/schema.ts'
import { findingSchema } from '../../kernel/finding.ts'
import { fields, id, integer } from '../../kernel/wire-fields.ts'
import { described, named, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { itemData } from '../items/schema.ts'
import { documentInput } from '../templates/schema.ts'

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
  /** Of a draft while it is being worked on, which is drawn again and again. */
  draft: { dpiMax: 200, dpiDefault: 96, pictureBytes: 4_000_000, findings: 200 },
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

const { draft } = renderLimits

export const previewInput = namedStrictObject('TemplatePreviewRequest', 'A design, and how to draw it.', {
  productSpecificationId: described(id, 'What it is printed on, `psp_…`.'),
  document: described(documentInput, 'The design, which may still break rules of printing.'),
  data: described(
    v.optional(itemData),
    'Merge fields by name; what is missing is filled with the samples of the design.',
  ),
  recipient: described(v.optional(recipientSchema), 'Whom it is for; an example if absent.'),
  returnAddressId: described(
    v.optional(v.nullable(id)),
    'The return address above the recipient, `ret_…`; the organisation’s default if absent or null.',
  ),
  page: described(
    v.optional(v.pipe(integer, v.minValue(1), v.maxValue(renderLimits.pageMax)), 1),
    'Page that is drawn, counted from 1.',
  ),
  dpi: described(
    v.optional(v.pipe(integer, v.minValue(renderLimits.dpiMin), v.maxValue(draft.dpiMax)), draft.dpiDefault),
    'Resolution in dots per inch.',
  ),
  box: described(
    v.optional(v.picklist(['TRIM', 'BLEED']), 'TRIM'),
    '`TRIM`: the page as it is cut; `BLEED`: with what is cut off.',
  ),
})

export const previewSchema = namedObject('TemplatePreview', 'A page of a design, drawn and checked.', {
  findings: described(
    v.array(findingSchema),
    `What keeps it from being printed, and warnings; errors first, ${draft.findings} at most.`,
  ),
  image: described(
    v.nullable(
      namedObject('TemplatePreviewImage', 'The page as a picture.', {
        png: described(v.string(), 'The PNG, in base64.'),
        widthPx: described(integer, 'Width in pixels.'),
        heightPx: described(integer, 'Height in pixels.'),
        dpi: described(
          integer,
          `Resolution in dots per inch: less than was asked for where the picture would be larger than ${draft.pictureBytes / 1_000_000} MB.`,
        ),
      }),
    ),
    'The page; null where it cannot be drawn at all, for lack of a font or because files are too complex.',
  ),
  pageCount: described(integer, 'Pages of the piece.'),
  colors: described(
    v.record(v.string(), v.string()),
    'How each colour of the design looks on a screen, `#rrggbb` by name, `black` and `white` included.',
  ),
  piece: described(
    namedObject('TemplatePreviewPiece', 'What was printed for the tags, the address and the return line.', {
      data: described(v.record(v.string(), v.string()), 'The merge fields by name, samples included.'),
      addressLines: described(v.array(v.string()), 'The recipient’s lines from top to bottom.'),
      nameLines: described(integer, 'How many of them are names, which may be divided.'),
      returnLine: described(v.nullable(v.string()), 'The sender above them; null where there is none.'),
      recipientName: described(
        v.string(),
        'What `{{recipientName}}` prints: the person, or else the company.',
      ),
      carrierCode: described(v.nullable(v.string()), 'What the KIX says; null where there is none.'),
      trackingUrl: described(v.string(), 'What `{{trackingUrl}}` prints: an address that leads nowhere.'),
      optOutUrl: described(v.string(), 'What `{{optOutUrl}}` prints: an address that leads nowhere.'),
    }),
    'What the piece was filled with, so that an editor can set the same text.',
  ),
})
