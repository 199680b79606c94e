import * as v from 'valibot'
import { integer } from '../../kernel/wire-fields.ts'
import { described, named, namedObject } from '../../kernel/wire-schema.ts'
import { instanceAssetKinds } from '../../model/assets.ts'
import { mebibyte } from '../assets/limits.ts'
import { fileName, fontNumber } from '../assets/schema.ts'
import { platformAssetRules } from './sentences.ts'

/** Limits of the files that an operator adds (`docs/limits.md`). */
export const instanceAssetLimits = {
  idLength: 40,
  /** A font of Chinese characters has ten to twenty megabytes; every rendering thread holds it once. */
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
  'A font or colour profile of the program, or one that the operator has added.',
  {
    id: described(v.string(), 'What templates name a font by, and sheets a profile, e.g. `noto-sans`.'),
    kind: described(platformAssetKind, 'What it is.'),
    origin: described(
      v.picklist(['PROGRAM', 'INSTANCE']),
      '`PROGRAM`: it comes with the program; `INSTANCE`: the operator has added it. A font of the operator’s is asked for characters that no other font holds, and no template names it.',
    ),
    name: described(v.string(), 'Name for people.'),
    fileName: described(v.string(), 'Name of the file.'),
    contentType: described(v.string(), 'Media type of the file.'),
    licence: described(v.string(), 'Its licence (SPDX), e.g. `OFL-1.1`, or what the operator has written.'),
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
            'The scripts that it has letters of, by their codes of ISO 15924, e.g. `Thai`, those with most of them first; empty where it is not known.',
          ),
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

/** What an operator says of a file that he adds; its bytes are the body. */
export const instanceAssetQuery = v.strictObject({
  id: described(
    v.pipe(
      v.string(),
      v.maxLength(instanceAssetLimits.idLength),
      v.regex(/^[A-Za-z0-9][A-Za-z0-9_-]*$/, platformAssetRules.message('invalid_format.asset_id')),
    ),
    'What sheets name a profile by, e.g. `FOGRA51`; at most 40 characters.',
  ),
  kind: described(platformAssetKind, 'What it is.'),
  name: described(fileName, 'Name for people.'),
  licence: described(v.optional(fileName, 'unknown'), 'Its licence, as you know it; `unknown` if absent.'),
  face: described(v.optional(fontNumber), 'Which font of a collection (TTC) is meant, from 1.'),
})
