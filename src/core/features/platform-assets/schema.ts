import * as v from 'valibot'
import { described, integer, named, namedObject } from '../../kernel/wire-schema.ts'
import { instanceAssetKinds } from '../../model/assets.ts'
import { mebibyte } from '../assets/limits.ts'
import { fileName, fontNumber } from '../assets/schema.ts'
import { platformAssetRules } from './sentences.ts'

/** Documented in `docs/limits.md`. */
export const instanceAssetLimits = {
  idLength: 40,
  /** A font of Chinese characters has ten to twenty megabytes. Each rendering thread holds it once. */
  fontBytes: 32 * mebibyte,
  profileBytes: 8 * mebibyte,
  fonts: 8,
  profiles: 50,
} as const

export const platformAssetKind = named(
  'PlatformAssetKind',
  '`FONT`, or `ICC_PROFILE`: a colour profile.',
  v.picklist(instanceAssetKinds),
)
export const platformAssetSchema = namedObject(
  'PlatformAsset',
  'A font or colour profile of the program or the operator.',
  {
    id: described(
      v.string(),
      'Id that templates use for a font and sheets for a profile, such as `noto-sans`.',
    ),
    kind: described(platformAssetKind, 'Kind of asset.'),
    origin: described(
      v.picklist(['PROGRAM', 'INSTANCE']),
      '`PROGRAM`: part of the program; `INSTANCE`: added by the operator. Fonts of the operator are used for characters that no other font has; templates can’t name them.',
    ),
    name: described(v.string(), 'Display name.'),
    fileName: described(v.string(), 'Name of the file.'),
    contentType: described(v.string(), 'Media type of the file.'),
    licence: described(
      v.string(),
      'Its licence (SPDX), such as `OFL-1.1`, or the text that the operator gave.',
    ),
    sizeBytes: described(integer, 'Size in bytes.'),
    sha256: described(v.string(), 'SHA-256 of the file, in hex.'),
    font: described(
      v.nullable(
        v.object({
          family: described(v.string(), 'Name of the font family.'),
          weight: described(integer, 'Weight, e.g. 400 for regular and 700 for bold.'),
          italic: described(v.boolean(), 'Whether it is italic.'),
          scripts: described(
            v.array(v.string()),
            'ISO 15924 codes of its scripts, such as `Thai`, best covered first; empty if unknown.',
          ),
        }),
      ),
      'Properties of the font; null for a profile.',
    ),
    url: described(
      v.pipe(v.string(), v.url()),
      'Signed URL of the file. It needs no key and is valid for at least an hour.',
    ),
  },
)

export const platformAssetParams = v.strictObject({
  id: described(v.string(), 'Id of the asset, such as `noto-sans`.'),
})

/** Query of an upload; the body is the file itself. */
export const instanceAssetQuery = v.strictObject({
  id: described(
    v.pipe(
      v.string(),
      v.maxLength(instanceAssetLimits.idLength),
      v.regex(/^[A-Za-z0-9][A-Za-z0-9_-]*$/, platformAssetRules.message('invalid_format.asset_id')),
    ),
    'Id that sheets use for a profile, such as `FOGRA51`; at most 40 characters.',
  ),
  kind: described(platformAssetKind, 'Kind of asset.'),
  name: described(fileName, 'Display name.'),
  licence: described(v.optional(fileName, 'unknown'), 'Its licence; `unknown` if absent.'),
  face: described(v.optional(fontNumber), 'Number of a font in a collection (TTC), from 1.'),
})
