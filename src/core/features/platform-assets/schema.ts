import * as v from 'valibot'
import { integer } from '../../kernel/wire-fields.ts'
import { described, named, namedObject } from '../../kernel/wire-schema.ts'

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
    id: described(v.string(), 'What templates name a font by, and sheets a profile, e.g. `noto-sans`.'),
    kind: described(platformAssetKind, 'What it is.'),
    name: described(v.string(), 'Name for people.'),
    fileName: described(v.string(), 'Name of the file.'),
    contentType: described(v.string(), 'Media type of the file.'),
    licence: described(v.string(), 'Its licence (SPDX), e.g. `OFL-1.1`.'),
    sizeBytes: described(integer, 'Size in bytes.'),
    sha256: described(v.string(), 'SHA-256 of the file, in hex.'),
    font: described(
      v.nullable(
        v.object({
          family: described(v.string(), 'Name of the font family.'),
          weight: described(integer, 'Weight, e.g. 400 for regular and 700 for bold.'),
          italic: described(v.boolean(), 'Whether it is italic.'),
        }),
      ),
      'What kind of font it is; null for a profile.',
    ),
    url: described(
      v.pipe(v.string(), v.url()),
      'Signed web address that needs no key and leads to the file for an hour at least.',
    ),
  },
)

export const platformAssetParams = v.strictObject({
  id: described(v.string(), 'The asset, e.g. `noto-sans`.'),
})
