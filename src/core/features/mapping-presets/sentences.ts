import { sentences } from '../../kernel/sentences.ts'

/** Why a mapping preset is not kept or deleted. */
export const presetProblems = sentences({
  'still_referenced.preset': 'The connector {connector} reads by this preset: change it first.',
  'invalid_state.too_many_presets': 'There are {limit} mapping presets already: delete one first.',
})
