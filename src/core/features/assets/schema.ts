import * as v from 'valibot'
import { findingSchema } from '../../kernel/finding.ts'
import {
  described,
  fields,
  integer,
  named,
  namedObject,
  namedStrictObject,
} from '../../kernel/wire-schema.ts'
import { assetFileKinds, uploadKinds, uploadStatuses } from '../../model/assets.ts'
import { uploadLimits } from './limits.ts'
import { assetRuleSentences } from './sentences.ts'

export const fileName = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.maxLength(uploadLimits.nameLength),
  v.regex(/^[^\p{Cc}]*$/u, assetRuleSentences.message('invalid_format.asset_name')),
)

const uploadKind = named(
  'UploadKind',
  'Kind of file: an image, a finished PDF page, a drawing (SVG) or a font for templates, or a list as CSV or XLSX.',
  v.picklist(uploadKinds),
)
export const fontNumber = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,3}$/, assetRuleSentences.message('invalid_format.face')),
  v.transform(Number),
)
export const uploadQuery = v.strictObject({
  kind: described(uploadKind, 'Kind of file.'),
  name: described(fileName, 'Display name, such as the file name; at most 200 characters.'),
  face: described(v.optional(fontNumber), 'Number of a font in a collection (TTC), from 1.'),
})

const mm = (what: string) => described(v.number(), what)

const pages = described(
  v.nullable(
    v.array(
      v.nullable(
        namedObject('PdfPage', 'Size of a PDF page as displayed, in mm, including its rotation.', {
          w: mm('Width of the printed area: the bleed box, else the crop box, else the media box.'),
          h: mm('Height of the printed area.'),
          trim: described(
            namedObject('PdfPageTrim', 'A rectangle of a page of a PDF, in mm.', {
              x: mm('Left edge, from the left of the printed area.'),
              y: mm('Top edge, from the top of the printed area.'),
              w: mm('Width.'),
              h: mm('Height.'),
            }),
            'The trim box; the printed area if there is none.',
          ),
        }),
      ),
    ),
  ),
  'The pages of a PDF in order, at most 50. Null if the PDF can’t be printed, for other files, and for PDFs uploaded before sizes were stored.',
)

export const uploadSchema = namedObject('Upload', 'An uploaded file.', {
  id: described(v.string(), 'Id of the upload, `upl_…`.'),
  kind: described(uploadKind, 'Kind of file.'),
  status: described(v.picklist(uploadStatuses), 'Whether the file can be used.'),
  isTest: fields.isTest,
  name: described(v.string(), 'Display name.'),
  contentType: described(v.string(), 'Detected media type, such as `image/png`.'),
  sizeBytes: described(integer, 'Size in bytes.'),
  sha256: described(v.string(), 'SHA-256 of the bytes, in hex.'),
  sheets: described(
    v.nullable(
      v.array(
        v.object({
          name: described(v.string(), 'Name of the sheet, used to choose it for an import.'),
          rowCount: described(integer, 'Rows up to the last non-empty one, including headings.'),
          columnCount: described(integer, 'Columns up to the last non-empty one.'),
          isHidden: described(v.boolean(), 'Whether the workbook hides this sheet.'),
        }),
      ),
    ),
    'The non-empty sheets of an XLSX: visible ones in order, then hidden ones. Null for other files, and after the file was removed.',
  ),
  pages,
  assetId: described(v.nullable(v.string()), 'Id for use in templates, `ast_…`; null for a list.'),
  findings: described(v.array(findingSchema), 'Warnings. A file with errors is not stored.'),
  createdAt: fields.createdAt,
})
export type UploadWire = v.InferOutput<typeof uploadSchema>

export const uploadParams = v.strictObject({ id: described(v.string(), 'Id of the upload, `upl_…`.') })

export const assetSchema = namedObject('ImageAsset', 'An uploaded image for templates.', {
  id: described(v.string(), 'Id of the asset, `ast_…`.'),
  name: described(v.string(), 'Display name.'),
  format: described(v.picklist(['jpeg', 'png']), 'Format of the image.'),
  widthPx: described(integer, 'Width in pixels.'),
  heightPx: described(integer, 'Height in pixels.'),
  hasAlpha: described(v.boolean(), 'Whether it has transparent parts.'),
  colourProfile: described(v.string(), 'Name of its colour profile, e.g. `sRGB IEC61966-2.1`.'),
  sizeBytes: described(integer, 'Size in bytes.'),
  urls: described(
    v.object({
      master: described(
        v.pipe(v.string(), v.url()),
        'The image as printed: as uploaded, or rotated upright, or converted to PNG.',
      ),
      thumb: described(v.pipe(v.string(), v.url()), 'A thumbnail.'),
    }),
    'Signed URLs. They need no key and are valid for at least an hour.',
  ),
  createdAt: fields.createdAt,
})
export type AssetWire = v.InferOutput<typeof assetSchema>

export const assetParams = v.strictObject({ id: described(v.string(), 'Id of the asset, `ast_…`.') })

export const assetPatch = namedStrictObject('ImageAssetUpdate', 'Changes to an image asset.', {
  name: described(v.optional(fileName), 'Display name.'),
})

export const assetFileSchema = namedObject(
  'AssetFile',
  'An uploaded PDF, drawing or font for templates. Elements of the type `pdf` show a drawing, which is a PDF of one page.',
  {
    id: described(v.string(), 'Id of the asset, `ast_…`.'),
    kind: described(v.picklist(assetFileKinds), 'Kind of asset.'),
    name: described(v.string(), 'Display name.'),
    pages,
    sizeBytes: described(integer, 'Size in bytes.'),
    sha256: described(v.string(), 'SHA-256 of the bytes, in hex.'),
    url: described(
      v.pipe(v.string(), v.url()),
      'Signed URL of the file. It needs no key and is valid for at least an hour.',
    ),
    createdAt: fields.createdAt,
  },
)
export type AssetFileWire = v.InferOutput<typeof assetFileSchema>

export const assetFilePatch = namedStrictObject(
  'AssetFileUpdate',
  'Changes to an uploaded PDF, drawing or font.',
  {
    name: described(v.optional(fileName), 'Display name.'),
  },
)
