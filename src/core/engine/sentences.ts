import { type Said, saidAlone, sentences, type Writers } from '../kernel/sentences.ts'

const article = (noun: string) => (/^[aeiou]/.test(noun) ? 'an' : 'a')

/** What is wrong with the headers and parameters that every operation takes. */
export const requestSentences = sentences({
  'max_length.query': 'A query has at most {limit} parameters.',
  'repeated.parameter': '{parameter} is given more than once.',
  'not_allowed.if_match': 'This operation compares no revision. Send the request without If-Match.',
  'invalid.idempotency_key': 'Idempotency-Key takes 1 to {limit} visible ASCII characters.',
  'invalid_value.mode': 'X-Mode is live or test.',
  'required.organisation':
    'You belong to several organisations: name one in X-Organisation-Id, or switch to one.',
})

const idWriters: Writers = {
  where: () => ' in this mode',
  other: (noun, { id }) => ` ${String(id).slice(0, 40)} is the id of ${article(String(noun))} ${noun}.`,
}

/** An id of nothing: `noun` names what was asked for, `other` the kind of thing that has the id. */
export const idSentences = sentences({ 'unknown.id': 'There is no {noun} {id}{where?}.{other?}' }, idWriters)

/** The same of an id in a path. */
export const idProblems = sentences({ 'not_found.confused': 'There is no such {noun}.{other}' }, idWriters)

/** Why an operation is not carried out at all. */
export const callProblems = sentences({
  'insufficient_scope.test_key': 'This operation works with a test key only.',
  'insufficient_scope.test_mode': 'This operation works in test mode only: send X-Mode: test.',
  'insufficient_scope.scope': 'This operation needs the scope {needed}, which the key does not have.',
  'insufficient_scope.permission':
    'This operation needs the permission {needed}, which your roles do not give you.',
  'insufficient_scope.also_scope': 'This call also needs the scope {needed}, which the key does not have.',
  'insufficient_scope.also_permission':
    'This call also needs the permission {needed}, which your roles do not give you.',
  'insufficient_scope.no_organisation': 'You do not belong to an organisation.',
  'insufficient_scope.visitor':
    'You read this organisation as an operator. Only its members may change something in it: ask one of them, or have yourself invited.',
  'insufficient_scope.foreign_organisation':
    'You do not belong to the organisation that X-Organisation-Id names.',
  'cross_site_refused.other_site': 'The browser says that another site sent this request.',
  'cross_site_refused.no_header': 'A portal session writes with the header X-Csrf-Protection: 1 only.',
  'storage_unavailable.lost':
    'The database was lost in the middle: look whether this request was kept, or send it again with the same Idempotency-Key.',
  'storage_unavailable.files':
    'The place where files are kept does not answer at the moment; nothing of this request was kept.',
  'storage_unavailable.nothing_kept':
    'Nothing can be written at the moment; nothing of this request was kept.',
  'api_key_invalid.missing': 'Send the API key as `Authorization: Bearer <API_KEY>`.',
  'api_key_invalid.basic':
    'Basic authentication was seen, and is not taken. Send the API key as `Authorization: Bearer <API_KEY>`.',
  'api_key_invalid.unknown': 'This API key is not known.',
  second_factor_not_set_up:
    'This server asks operators and owners for a second factor, and you have none yet. Set one up with POST /v1/profile/second-factor, then send its first code to POST /v1/profile/second-factor/confirm.',
  'rate_limited.class':
    'More than {limit} requests of class {rateClass} in this minute. Try again in {seconds} s.',
  'internal_error.unexpected': 'An unexpected error occurred on the server. Report the request id.',
  'unsupported_media_type.form':
    'Send the bytes of the file themselves as the body, not a form: with curl, `--data-binary @file`.',
  'malformed_body.no_bytes': 'The body is empty; this operation takes the bytes of a file.',
  'internal_error.stored_answer': 'The stored answer cannot be read.',
  idempotency_in_flight: 'The first request with this Idempotency-Key is still running. Try again shortly.',
  idempotency_key_reused: 'This Idempotency-Key was used for another request. Use a new one.',
  'session_invalid.signed_out': 'You are not signed in, or no longer. Sign in again.',
  'insufficient_scope.other_mode': 'This is a {mode} key; X-Mode names another mode.',
  'insufficient_scope.own_organisation':
    'A key serves its own organisation only; X-Organisation-Id names another.',
  'organisation_suspended.reads_only':
    'The organisation is suspended. Reads still work; ask the operator of this server.',
  'insufficient_scope.shared': 'With a test key this resource is read-only: live and test mode share it.',
  'api_key_revoked.expired': 'This API key has expired. Use the one that took its place, or ask for another.',
  'api_key_revoked.revoked': 'This API key was revoked. Create another one.',
})

/** What is said behind the first findings. */
export const spokenSentences = sentences({ findings_more: 'There are {left} more.' })

const most = 3

/** The first findings, and how many more there are. */
export const spoken = (findings: readonly Said[]): readonly Said[] => {
  const left = findings.length - most
  const first = findings.slice(0, most).map(saidAlone)
  return left > 0 ? [...first, spokenSentences.say('findings_more', { left })] : first
}

/** The same in words. */
export const wordsOf = (findings: readonly Said[]): string =>
  spoken(findings)
    .map(({ message }) => message)
    .join(' ')
