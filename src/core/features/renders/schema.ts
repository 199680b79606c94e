import * as v from 'valibot'
import { recipientSchema } from '../../address/schema.ts'
import { findingSchema } from '../../kernel/finding.ts'
import {
  described,
  fields,
  id,
  integer,
  named,
  namedObject,
  namedStrictObject,
} from '../../kernel/wire-schema.ts'
import { itemData } from '../items/schema.ts'
import { documentInput } from '../templates/schema.ts'

const renderFormat = named(
  'RenderFormat',
  '`pdf`: the whole piece; `png`: one page as an image.',
  v.picklist(['pdf', 'png']),
)
const renderStatus = named(
  'RenderStatus',
  '`PENDING`: being drawn; `READY`: the file is available; `FAILED`: it can’t be drawn.',
  v.picklist(['PENDING', 'READY', 'FAILED']),
)
export const renderLimits = {
  dpiMin: 36,
  dpiMax: 300,
  dpiDefault: 150,
  pageMax: 16,
  /** Days to keep the file. */
  days: 7,
  /** Limits for drafts: lower, because an editor renders them repeatedly. */
  draft: { dpiMax: 200, dpiDefault: 96, pictureBytes: 4_000_000, findings: 200 },
} as const

export const renderInput = namedStrictObject(
  'RenderCreate',
  'What to render: exactly one of `templateVersionId`, `postflowId` and `itemId`.',
  {
    templateVersionId: described(
      v.optional(id),
      'A published version, `tv_…`. Alternative to `postflowId` and `itemId`.',
    ),
    postflowId: described(v.optional(id), 'A Postflow, `pfl_…`, whose version is rendered.'),
    itemId: described(v.optional(id), 'An item, `itm_…`, rendered as it would be printed.'),
    recipient: described(
      v.optional(recipientSchema),
      'The recipient; an example if absent. Not with `itemId`.',
    ),
    data: described(
      v.optional(itemData),
      'Merge fields by name; missing ones use the template’s samples. Not with `itemId`.',
    ),
    format: described(v.optional(renderFormat, 'pdf'), 'Format of the file.'),
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
  id: described(v.string(), 'Id of the preview, `rnd_…`.'),
  status: described(renderStatus, 'Whether the file is available.'),
  isTest: fields.isTest,
  templateVersionId: fields.templateVersionId,
  itemId: described(v.nullable(v.string()), 'The rendered item, `itm_…`; null for a template or Postflow.'),
  format: described(renderFormat, 'Format of the file.'),
  page: described(integer, 'Page of a PNG, counted from 1.'),
  dpi: described(integer, 'Resolution of a PNG, in dots per inch.'),
  findings: described(
    v.array(findingSchema),
    'Text that would overflow, and other problems. If one is an error, there is no file.',
  ),
  sizeBytes: described(v.nullable(integer), 'Size of the file in bytes; null until it is READY.'),
  file: fields.file,
  url: described(
    v.nullable(v.pipe(v.string(), v.url())),
    'Signed URL of the file. It needs no key and is valid for at least an hour; null until it is READY.',
  ),
  createdAt: fields.createdAt,
  completedAt: fields.fileCompletedAt,
  expiresAt: fields.fileExpiresAt,
})
export type RenderWire = v.InferOutput<typeof renderSchema>

export const renderParams = v.strictObject({ id: described(v.string(), 'Id of the preview, `rnd_…`.') })

const { draft } = renderLimits

export const previewInput = namedStrictObject(
  'TemplatePreviewRequest',
  'A design, with options for drawing it.',
  {
    productSpecificationId: described(id, 'Its specification, `psp_…`.'),
    document: described(documentInput, 'The design, which may still break printing rules.'),
    data: described(
      v.optional(itemData),
      'Merge fields by name; missing ones use the samples of the design.',
    ),
    recipient: described(v.optional(recipientSchema), 'The recipient; an example if absent.'),
    returnAddressId: described(
      v.optional(v.nullable(id)),
      'The return address above the recipient, `ret_…`; the organisation’s default if absent or null.',
    ),
    page: described(
      v.optional(v.pipe(integer, v.minValue(1), v.maxValue(renderLimits.pageMax)), 1),
      'Page to draw, counted from 1.',
    ),
    dpi: described(
      v.optional(
        v.pipe(integer, v.minValue(renderLimits.dpiMin), v.maxValue(draft.dpiMax)),
        draft.dpiDefault,
      ),
      'Resolution in dots per inch.',
    ),
    box: described(
      v.optional(v.picklist(['TRIM', 'BLEED']), 'TRIM'),
      '`TRIM`: the trimmed page; `BLEED`: including the bleed.',
    ),
  },
)

export const previewSchema = namedObject(
  'TemplatePreview',
  'A page of a design, with the findings of its check.',
  {
    findings: described(
      v.array(findingSchema),
      `What prevents its printing, and warnings; errors first, at most ${draft.findings}.`,
    ),
    image: described(
      v.nullable(
        namedObject('TemplatePreviewImage', 'The page as an image.', {
          png: described(v.string(), 'The PNG, in base64.'),
          widthPx: described(integer, 'Width in pixels.'),
          heightPx: described(integer, 'Height in pixels.'),
          dpi: described(
            integer,
            `Resolution in dots per inch, reduced if the picture would be larger than ${draft.pictureBytes / 1_000_000} MB.`,
          ),
        }),
      ),
      'The page; null if it can’t be drawn at all, because a font is missing or files are too complex.',
    ),
    pageCount: described(integer, 'Number of pages of the piece.'),
    colors: described(
      v.record(v.string(), v.string()),
      'Screen colour of each colour of the design, `#rrggbb` by name, including `black` and `white`.',
    ),
    piece: described(
      namedObject('TemplatePreviewPiece', 'Values printed for tags, address and return line.', {
        data: described(v.record(v.string(), v.string()), 'Merge fields by name, including samples.'),
        addressLines: described(v.array(v.string()), 'The recipient’s lines from top to bottom.'),
        nameLines: described(integer, 'Number of lines that contain names, which may be broken.'),
        returnLine: described(v.nullable(v.string()), 'The return line above them; null if there is none.'),
        recipientName: described(
          v.string(),
          'Value of `{{recipientName}}`: the person, or else the company.',
        ),
        carrierCode: described(v.nullable(v.string()), 'Content of the KIX; null if there is none.'),
        trackingUrl: described(v.string(), 'Value of `{{trackingUrl}}`: a URL that resolves to nothing.'),
        optOutUrl: described(v.string(), 'Value of `{{optOutUrl}}`: a URL that resolves to nothing.'),
      }),
      'Values of the piece, so that an editor can lay out the same text.',
    ),
  },
)
