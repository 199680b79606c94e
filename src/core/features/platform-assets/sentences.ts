import { sentences } from '../../kernel/sentences.ts'

/** What a schema refuses in the id of a file. */
export const platformAssetRules = sentences({
  'invalid_format.asset_id': 'An id begins with a letter or digit and holds letters, digits, - and _ only.',
})

/** Why a file of the operator's is not taken. */
export const platformAssetSentences = sentences({
  'taken.platform_asset': 'There is a file with the id {id} already.',
  'too_many_files.fonts': 'An instance has at most {limit} fonts of its own.',
  'too_many_files.profiles': 'An instance has at most {limit} profiles of its own.',
  'file_kind.profile': 'An output profile is an ICC profile of a printer in CMYK.',
  'file_kind.font': 'A fallback font is a TrueType or OpenType file, a WOFF or a collection of fonts.',
})

/** Why a file of the operator's cannot be removed. */
export const platformAssetProblems = sentences(
  {
    'still_referenced.profile': 'Papers and products are printed with it, or were: {names}{more?}.',
    'invalid_state.program_asset': 'It comes with the program.',
  },
  { more: (more) => ` and ${more} more` },
)
