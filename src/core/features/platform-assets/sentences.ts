import { sentences } from '../../kernel/sentences.ts'

export const platformAssetRules = sentences({
  'invalid_format.asset_id':
    'An id begins with a letter or digit and contains only letters, digits, - and _.',
})

export const platformAssetSentences = sentences({
  'taken.platform_asset': 'A file with the id {id} already exists.',
  'too_many_files.fonts': 'An instance can have at most {limit} fonts of its own.',
  'too_many_files.profiles': 'An instance can have at most {limit} profiles of its own.',
  'file_kind.profile': 'An output profile must be an ICC profile of a printer in CMYK.',
  'file_kind.font': 'A fallback font must be a TrueType or OpenType file, a WOFF or a collection of fonts.',
})

export const platformAssetProblems = sentences(
  {
    'still_referenced.profile': 'Papers or products use it, or did: {names}{more?}.',
    'invalid_state.program_asset': 'It is part of the program and can’t be removed.',
  },
  { more: (more) => ` and ${more} more` },
)
