import { sentences } from '../../kernel/sentences.ts'

/** What is wrong with a connector. */
export const connectorSentences = sentences({
  'required.source': 'Say where {name} comes from: a path, or a value.',
  'exclusive.source': '{name} has a path or a value, not both.',
  'required.mapping': 'Say what a payload means: by a mapping, or by a presetId.',
  nothing_mapped: 'The payload has a value at none of the places that the connector looks at.',
  'invalid_format.header': 'Write the name of a header.',
  'invalid_value.header': 'This header is not for signatures.',
})
