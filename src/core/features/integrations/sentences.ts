import { sentences } from '../../kernel/sentences.ts'

/** What is wrong with a connector. */
export const connectorSentences = sentences({
  'required.source': 'Say where {name} comes from: a path, or a value.',
  'exclusive.source': '{name} has a path or a value, not both.',
  'required.mapping': 'Say what a payload means: by a mapping, or by a presetId.',
  nothing_mapped: 'The payload has a value at none of the places that the connector looks at.',
  payload_erased: 'The payload was removed, because the person whom it names was erased.',
  'invalid_format.header': 'Write the name of a header.',
  'invalid_value.header': 'This header is not for signatures.',
})

/** Why a connector is not made, or does not take a payload. */
export const inboundProblems = sentences({
  'invalid_state.too_many_connectors': 'There are {limit} connectors already.',
  'malformed_body.payload': 'The payload is not readable JSON in UTF-8.',
  'body_too_large.values': 'A payload holds at most {limit} names and values.',
  'signature_invalid.payload': 'The header {header} holds no signature of this payload.',
  'organisation_suspended.no_items': 'The organisation is suspended and takes no items.',
  'invalid_state.connector_stopped':
    'This connector is stopped and has stored payloads for seven days. An owner of the organisation has to adopt it.',
  'invalid_state.too_many_payloads':
    'This connector is stopped and has stored {limit} payloads. An owner of the organisation has to adopt it.',
  'invalid_state.address_stopped':
    'This connector is stopped. An owner of the organisation has to adopt it before it gets a new address.',
  'invalid_state.connector_off': 'This connector is switched off.',
  'body_too_large.payload': 'A payload has at most {limit} KiB.',
})
