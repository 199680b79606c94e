import * as v from 'valibot'
import { findingSchema } from '../../kernel/finding.ts'
import { fields, integer } from '../../kernel/wire-fields.ts'
import { described, named, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { assetFileKinds, uploadKinds, uploadStatuses } from '../../model/assets.ts'
import { uploadLimits } from './limits.ts'
import { assetRuleSentences } from './sentences.ts'

/** What a file is called in lists; it decides nothing. */
export const fileName = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.maxLength(uploadLimits.nameLength),
  v.regex(/^[^\p{Cc}]*$/u, assetRuleSentences.message('invalid_format.asset_name')),
)

const uploadKind = named(
  'UploadKind',
  'What a file is for: a picture, a finished PDF page, a drawing (SVG) or a font of templates, or a list as CSV or XLSX.',
  v.picklist(uploadKinds),
)
/** A number in the query of an upload. */
export const fontNumber = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,3}$/, assetRuleSentences.message('invalid_format.face')),
  v.transform(Number),
)
export const uploadQuery = v.strictObject({
  kind: described(uploadKind, 'What the file is for.'),
  name: described(fileName, 'Name for people, e.g. the file’s name; at most 200 characters.'),
  face: described(v.optional(fontNumber), 'Which font of a collection (TTC) is meant, from 1.'),
})

const mm = (what: string) => described(v.number(), what)

const pages = described(
  v.nullable(
    v.array(
      v.nullable(
        namedObject('PdfPage', 'How large a page of a PDF is as it is shown, in mm: turned as it says.', {
          w: mm('Width of what is printed: of its bleed box, else of its crop box, else of its media box.'),
          h: mm('Height of the same.'),
          trim: described(
            namedObject('PdfPageTrim', 'A rectangle of a page of a PDF, in mm.', {
              x: mm('Left edge, from the left of what is printed.'),
              y: mm('Upper edge, from the top of what is printed.'),
              w: mm('Width.'),
              h: mm('Height.'),
            }),
            'What is left of it when it is cut: its trim box. All that is printed where it has none.',
          ),
        }),
      ),
    ),
  ),
  'The pages of a PDF in order, 50 at most; null for one that cannot be printed. Null of other files, and of PDFs that were uploaded before sizes were kept.',
)

export const uploadSchema = namedObject('Upload', 'A file that was uploaded.', {
  id: described(v.string(), 'The upload, `upl_…`.'),
  kind: described(uploadKind, 'What the file is for.'),
  status: described(v.picklist(uploadStatuses), 'Whether the file can be used.'),
  isTest: fields.isTest,
  name: described(v.string(), 'Name for people.'),
  contentType: described(v.string(), 'Media type of the bytes, as they were found to be, e.g. `image/png`.'),
  sizeBytes: described(integer, 'Size in bytes.'),
  sha256: described(v.string(), 'SHA-256 of the bytes, in hex.'),
  sheets: described(
    v.nullable(
      v.array(
        v.object({
          name: described(v.string(), 'Name of the sheet, by which an import chooses it.'),
          rowCount: described(integer, 'Rows up to the last one with anything in it, the heading included.'),
          columnCount: described(integer, 'Columns up to the last one with anything in it.'),
          isHidden: described(v.boolean(), 'Whether the workbook hides this sheet.'),
        }),
      ),
    ),
    'The sheets of an XLSX with anything in them: the visible ones in order, then the hidden ones. Null for other files, and once the file has been removed.',
  ),
  pages,
  assetId: described(v.nullable(v.string()), 'What templates name it by, `ast_…`; null of a list.'),
  findings: described(v.array(findingSchema), 'Warnings; a file with an error is not kept.'),
  createdAt: fields.createdAt,
})
export type UploadWire = v.InferOutput<typeof uploadSchema>

export const uploadParams = v.strictObject({ id: described(v.string(), 'The upload, `upl_…`.') })

export const assetSchema = namedObject('ImageAsset', 'An uploaded picture that templates can show.', {
  id: described(v.string(), 'The asset, `ast_…`.'),
  name: described(v.string(), 'Name for people.'),
  format: described(v.picklist(['jpeg', 'png']), 'Format of the picture.'),
  widthPx: described(integer, 'Width in pixels.'),
  heightPx: described(integer, 'Height in pixels.'),
  hasAlpha: described(v.boolean(), 'Whether it has transparent parts.'),
  colourProfile: described(v.string(), 'Name of its colour profile, e.g. `sRGB IEC61966-2.1`.'),
  sizeBytes: described(integer, 'Size in bytes.'),
  urls: described(
    v.object({
      master: described(
        v.pipe(v.string(), v.url()),
        'The picture as it is printed: as uploaded, or turned upright or converted to PNG.',
      ),
      thumb: described(v.pipe(v.string(), v.url()), 'A small version of it.'),
    }),
    'Signed web addresses that need no key and lead there for an hour at least.',
  ),
  createdAt: fields.createdAt,
})
export type AssetWire = v.InferOutput<typeof assetSchema>

export const assetParams = v.strictObject({ id: described(v.string(), 'The asset, `ast_…`.') })

export const assetPatch = namedStrictObject('ImageAssetUpdate', 'Changes to an image asset.', {
  name: described(v.optional(fileName), 'Name for people.'),
})

export const assetFileSchema = namedObject(
  'AssetFile',
  'An uploaded PDF, drawing or font that templates can use. Elements of the type `pdf` show a drawing, which is a PDF of one page.',
  {
    id: described(v.string(), 'The asset, `ast_…`.'),
    kind: described(v.picklist(assetFileKinds), 'What it is.'),
    name: described(v.string(), 'Name for people.'),
    pages,
    sizeBytes: described(integer, 'Size in bytes.'),
    sha256: described(v.string(), 'SHA-256 of the bytes, in hex.'),
    url: described(
      v.pipe(v.string(), v.url()),
      'Signed web address that needs no key and leads to the file for an hour at least.',
    ),
    createdAt: fields.createdAt,
  },
)
export type AssetFileWire = v.InferOutput<typeof assetFileSchema>

export const assetFilePatch = namedStrictObject(
  'AssetFileUpdate',
  'Changes to an uploaded PDF, drawing or font.',
  {
    name: described(v.optional(fileName), 'Name for people.'),
  },
)
