import { sentences } from '../core/kernel/sentences.ts'

/** Problems of requests before they reach an operation. */
export const serverProblems = sentences({
  'insufficient_scope.metrics_token':
    'No token for /metrics is configured. Set LETTERSHOP_METRICS_TOKEN and send it as Authorization: Bearer.',
  'rate_limited.address':
    'More than {limit} requests without a valid API key in this minute from one address.',
  'storage_unavailable.shutting_down': 'The server is shutting down.',
  'storage_unavailable.unready': '{reason}',
  head_too_large: 'The address and the headers of the request are larger than 128 KiB.',
  'malformed_request.unreadable': 'The request could not be read as HTTP.',
  'request_timeout.slow': 'The request took too long to arrive.',
  'not_found.code': 'There is no piece with this code.',
  'request_timeout.silence': 'Nothing came for {seconds} s.',
  'body_too_large.body': 'The body is larger than the {size} that this operation takes.',
  'malformed_body.cut_off': 'The connection ended before the body did.',
  'unsupported_media_type.encoding':
    'The body has Content-Encoding: {encoding}; send it without one, as it is.',
  'malformed_body.json': 'The body is not readable JSON: {reason}',
  'body_too_large.body_values': 'The body holds more than the {limit} names and values that one may hold.',
  'unsupported_media_type.no_type': 'Send the body with Content-Type: application/json.',
  'malformed_body.no_object': 'The body is empty; this operation takes a JSON object.',
  'unsupported_media_type.type': 'The body is {type}; this operation takes application/json.',
  'rate_limited.arriving_bodies':
    '{limit} bodies of this caller are arriving at this server already. Send the next one when one of them has ended.',
  'rate_limited.arriving_bytes':
    'The bodies of this caller that are arriving at this server are larger than {limit} MiB together. Send the next one when one of them has ended.',
  'rate_limited.arriving_all_bytes':
    'The bodies that are arriving at this server are larger than {limit} MiB together. Try again in some seconds.',
  'rate_limited.visitors': 'Too many requests.',
  host_refused: 'This server answers for {host}, and for no other Host.',
  'malformed_request.no_host': 'The request names no Host.',
  'not_found.file': 'The file is gone.',
  range_not_satisfiable: 'The file has {bytes} bytes.',
  method_not_allowed: 'This path offers {allowed}.',
  'not_found.address': 'There is nothing at this address.',
  'internal_error.unexpected': 'Something went wrong on our side; the request id says which call it was.',
})
