import { sentences } from '../../kernel/sentences.ts'

export const presetProblems = sentences({
  'still_referenced.preset': 'The connector {connector} uses this preset. Change the connector first.',
  'invalid_state.too_many_presets': 'The limit of {limit} mapping presets is reached. Delete one first.',
})
