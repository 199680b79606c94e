import { sentences, type Writers } from '../kernel/sentences.ts'

const article = (noun: string) => (/^[aeiou]/.test(noun) ? 'an' : 'a')

/** Headers and parameters that every operation takes. */
export const requestSentences = sentences({
  'max_length.query': 'A query has at most {limit} parameters.',
  'repeated.parameter': '{parameter} is given more than once.',
  'not_allowed.if_match': 'This operation doesn’t compare revisions. Send the request without If-Match.',
  'invalid.idempotency_key': 'Idempotency-Key takes 1 to {limit} visible ASCII characters.',
  'invalid_value.mode': 'X-Mode must be live or test.',
  'required.organisation':
    'You belong to several organisations. Name one in X-Organisation-Id, or switch to one.',
})

const idWriters: Writers = {
  where: () => ' in this mode',
  other: (noun, { id }) => ` ${String(id).slice(0, 40)} is the id of ${article(String(noun))} ${noun}.`,
}

/** `noun` is the expected resource, `other` the resource that has the id. */
export const idSentences = sentences({ 'unknown.id': 'There is no {noun} {id}{where?}.{other?}' }, idWriters)

/** The id is in the path. */
export const idProblems = sentences({ 'not_found.confused': 'There is no such {noun}.{other}' }, idWriters)

export const callProblems = sentences({
  'insufficient_scope.test_key': 'This operation works with a test key only.',
  'insufficient_scope.test_mode': 'This operation works in test mode only. Send X-Mode: test.',
  'insufficient_scope.scope': 'This operation needs the scope {needed}, which the key does not have.',
  'insufficient_scope.permission':
    'This operation needs the permission {needed}, which your roles do not give you.',
  'insufficient_scope.also_scope': 'This call also needs the scope {needed}, which the key does not have.',
  'insufficient_scope.also_permission':
    'This call also needs the permission {needed}, which your roles do not give you.',
  'insufficient_scope.no_organisation': 'You do not belong to an organisation.',
  'insufficient_scope.visitor':
    'You read this organisation as an operator. Only members can change it: ask one of them, or get invited.',
  'insufficient_scope.foreign_organisation':
    'You do not belong to the organisation that X-Organisation-Id names.',
  'cross_site_refused.other_site': 'The browser reports that another site sent this request.',
  'cross_site_refused.no_header': 'Writes with a portal session need the header X-Csrf-Protection: 1.',
  'storage_unavailable.lost':
    'The connection to the database was lost while this request was running. Check whether it was saved, or send it again with the same Idempotency-Key.',
  'storage_unavailable.files':
    'The file storage is unavailable. Nothing of this request was saved. Try again later.',
  'storage_unavailable.nothing_kept':
    'The storage takes no writes at the moment. Nothing of this request was saved. Try again later.',
  'api_key_invalid.missing': 'Send the API key as `Authorization: Bearer <API_KEY>`.',
  'api_key_invalid.basic':
    'Basic authentication is not supported. Send the API key as `Authorization: Bearer <API_KEY>`.',
  'api_key_invalid.unknown': 'This API key is unknown.',
  second_factor_not_set_up:
    'This server requires a second factor of operators and owners, and you have none yet. Set one up with POST /v1/profile/second-factor, then send its first code to POST /v1/profile/second-factor/confirm.',
  'rate_limited.class':
    'More than {limit} requests of class {rateClass} in this minute. Try again in {seconds} s.',
  'internal_error.unexpected': 'An unexpected error occurred on the server. Report the request id.',
  'unsupported_media_type.form':
    'Send the file’s bytes as the body, not a form. With curl: `--data-binary @file`.',
  'malformed_body.no_bytes': 'The body is empty. This operation takes the bytes of a file.',
  'internal_error.stored_answer': 'The stored answer cannot be read.',
  idempotency_in_flight: 'The first request with this Idempotency-Key is still running. Try again shortly.',
  idempotency_key_reused: 'This Idempotency-Key was used for another request. Use a new one.',
  'session_invalid.signed_out': 'You are not signed in, or your session has ended. Sign in again.',
  'insufficient_scope.other_mode': 'This is a {mode} key; X-Mode names another mode.',
  'insufficient_scope.own_organisation':
    'A key works for its own organisation only; X-Organisation-Id names another.',
  'organisation_suspended.reads_only':
    'The organisation is suspended. Reads still work. Contact the operator of this server.',
  'insufficient_scope.shared':
    'This resource is shared by live and test mode, and read-only with a test key.',
  'api_key_revoked.expired': 'This API key has expired. Use its replacement, or request another.',
  'api_key_revoked.revoked': 'This API key was revoked. Create another one.',
})

export const moreFindings = sentences({ findings_more: 'There are {left} more.' })
