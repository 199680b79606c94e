import * as v from 'valibot'
import { named, namedObject } from '../../kernel/wire-schema.ts'

const integer = v.pipe(v.number(), v.integer())

export const platformAssetKinds = ['FONT', 'ICC_PROFILE'] as const

export const platformAssetKind = named(
  'PlatformAssetKind',
  '`FONT`, or `ICC_PROFILE`: a colour profile.',
  v.picklist(platformAssetKinds),
)
export const platformAssetSchema = namedObject(
  'PlatformAsset',
  'A font or colour profile that comes with the program.',
  {
    /** What templates name a font by, and sheets a profile. */
    id: v.string(),
    kind: platformAssetKind,
    name: v.string(),
    fileName: v.string(),
    contentType: v.string(),
    /** SPDX. */
    licence: v.string(),
    sizeBytes: integer,
    sha256: v.string(),
    font: v.nullable(v.object({ family: v.string(), weight: integer, italic: v.boolean() })),
    /** Signed; it leads to the file for an hour at least. */
    url: v.pipe(v.string(), v.url()),
  },
)

export const platformAssetParams = v.strictObject({ id: v.string() })
