import { sentences } from '../kernel/sentences.ts'

/** What a schema refuses in a mapping. */
export const mappingSentences = sentences({
  'conflict.mapping_and_preset': 'Name a mapping or a preset, not both.',
  'invalid_value.connector_target':
    'Name a field of an item: recipient.…, data.…, metadata.…, reference or sendOn.',
  'invalid_value.source': 'Name exactly one of column, columns and value.',
  'invalid_value.target': 'There is no such field of an item.',
  'invalid_value.no_fields': 'Map at least one field.',
})

/** Why something is not done to a run. */
export const runProblems = sentences({
  'invalid_state.run': 'This run is {status} and cannot be {done}.',
})
