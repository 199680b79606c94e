import { sentences } from '../kernel/sentences.ts'

export const mappingSentences = sentences({
  'conflict.mapping_and_preset': 'Name either a mapping or a preset.',
  'invalid_value.connector_target':
    'Name a field of an item: recipient.…, data.…, metadata.…, reference or sendOn.',
  'invalid_value.source': 'Name exactly one of column, columns and value.',
  'invalid_value.target': 'Items have no such field.',
  'invalid_value.no_fields': 'Map at least one field.',
})

export const runProblems = sentences({
  'invalid_state.run': 'This run is {status} and cannot be {done}.',
})
