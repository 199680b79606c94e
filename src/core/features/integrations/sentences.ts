import { sentences } from '../../kernel/sentences.ts'

export const connectorSentences = sentences({
  'required.source': 'Set a path or a value for {name}.',
  'exclusive.source': 'Set either a path or a value for {name}, not both.',
  'required.mapping': 'Set a mapping or a presetId.',
  nothing_mapped: 'The payload has no value at any path of the connector’s mapping.',
  payload_erased: 'The payload was removed because its recipient was erased.',
  'invalid_format.header': 'Enter the name of a header.',
  'invalid_value.header': 'This header cannot contain a signature.',
})

export const inboundProblems = sentences({
  'invalid_state.too_many_connectors': 'There are already {limit} connectors.',
  'malformed_body.payload': 'The payload is not readable JSON in UTF-8.',
  'body_too_large.values': 'A payload can contain at most {limit} names and values.',
  'signature_invalid.payload': 'The header {header} contains no valid signature of this payload.',
  'organisation_suspended.no_items': 'The organisation is suspended and accepts no items.',
  'invalid_state.connector_stopped':
    'This connector is stopped and has stored payloads for seven days. An owner of the organisation must adopt it.',
  'invalid_state.too_many_payloads':
    'This connector is stopped and has stored {limit} payloads. An owner of the organisation must adopt it.',
  'invalid_state.address_stopped':
    'This connector is stopped. An owner of the organisation must adopt it before it gets a new address.',
  'invalid_state.connector_off': 'This connector is disabled.',
  'body_too_large.payload': 'A payload can have at most {limit} KiB.',
})
