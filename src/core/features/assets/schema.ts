import * as v from 'valibot'
import { findingSchema } from '../../kernel/finding.ts'
import { named, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { uploadKinds, uploadStatuses } from '../../model/assets.ts'
import { uploadLimits } from './limits.ts'

const integer = v.pipe(v.number(), v.integer())
const dateTime = v.pipe(v.string(), v.isoTimestamp())

/** What a file is called in lists; it decides nothing. */
export const fileName = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.maxLength(uploadLimits.nameLength),
  v.regex(/^[^\p{Cc}]*$/u, 'A name holds no control characters.'),
)

const uploadKind = named(
  'UploadKind',
  'What a file is for: a picture, a finished PDF page or a font of templates, or a list as CSV.',
  v.picklist(uploadKinds),
)
export const uploadQuery = v.strictObject({
  kind: uploadKind,
  name: fileName,
})

export const uploadSchema = namedObject('Upload', 'A file that was uploaded.', {
  id: v.string(),
  kind: uploadKind,
  status: v.picklist(uploadStatuses),
  isTest: v.boolean(),
  name: v.string(),
  /** What the bytes are. */
  contentType: v.string(),
  sizeBytes: integer,
  /** Hex digest of the bytes. */
  sha256: v.string(),
  /** What templates name it by; null of a CSV. */
  assetId: v.nullable(v.string()),
  /** Warnings; a file with an error is not kept. */
  findings: v.array(findingSchema),
  createdAt: dateTime,
})
export type UploadWire = v.InferOutput<typeof uploadSchema>

export const uploadParams = v.strictObject({ id: v.string() })

export const assetSchema = namedObject('ImageAsset', 'An uploaded picture that templates can show.', {
  id: v.string(),
  name: v.string(),
  format: v.picklist(['jpeg', 'png']),
  widthPx: integer,
  heightPx: integer,
  hasAlpha: v.boolean(),
  colourProfile: v.string(),
  sizeBytes: integer,
  /** Signed; they lead there for an hour at least. */
  urls: v.object({ master: v.pipe(v.string(), v.url()), thumb: v.pipe(v.string(), v.url()) }),
  createdAt: dateTime,
})
export type AssetWire = v.InferOutput<typeof assetSchema>

export const assetParams = v.strictObject({ id: v.string() })

export const assetPatch = namedStrictObject('ImageAssetUpdate', 'Changes to an image asset.', {
  name: v.optional(fileName),
})
