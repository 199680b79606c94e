import { sentences } from '../core/kernel/sentences.ts'

export const serverProblems = sentences({
  'insufficient_scope.metrics_token':
    'No token for /metrics is configured. Set LETTERSHOP_METRICS_TOKEN and send it as Authorization: Bearer.',
  'rate_limited.address':
    'This address has sent more than {limit} requests without a valid API key in this minute.',
  'storage_unavailable.shutting_down': 'The server is shutting down.',
  'storage_unavailable.unready': '{reason}',
  head_too_large: 'The address and the headers of the request are larger than 128 KiB.',
  'malformed_request.unreadable': 'The request is not valid HTTP.',
  'request_timeout.slow': 'The request took too long to arrive.',
  'not_found.code': 'There is no piece with this code.',
  'request_timeout.silence': 'No data arrived for {seconds} s.',
  'body_too_large.body': 'The body is larger than the {size} that this operation accepts.',
  'malformed_body.cut_off': 'The connection ended before the body did.',
  'unsupported_media_type.encoding':
    'The body has Content-Encoding: {encoding}. Send it uncompressed, without this header.',
  'malformed_body.json': 'The body is not valid JSON: {reason}',
  'body_too_large.body_values': 'The body contains more than {limit} names and values.',
  'unsupported_media_type.no_type': 'Send the body with Content-Type: application/json.',
  'malformed_body.no_object': 'The body is empty; this operation requires a JSON object.',
  'unsupported_media_type.type': 'The body is {type}; this operation accepts application/json.',
  'rate_limited.arriving_bodies':
    'This caller is already sending {limit} bodies to this server. Wait until one of them has ended.',
  'rate_limited.arriving_bytes':
    'The bodies that this caller is sending to this server exceed {limit} MiB in total. Wait until one of them has ended.',
  'rate_limited.arriving_all_bytes':
    'The bodies being sent to this server exceed {limit} MiB in total. Try again in some seconds.',
  'rate_limited.visitors': 'Too many requests.',
  host_refused: 'This server answers for the host {host} only.',
  'malformed_request.no_host': 'The request has no Host header.',
  'not_found.file': 'The file no longer exists.',
  range_not_satisfiable: 'The file has {bytes} bytes.',
  method_not_allowed: 'This path supports {allowed}.',
  'not_found.address': 'There is no resource at this URL.',
  'internal_error.unexpected': 'An unexpected error occurred on the server. Report the request id.',
})
