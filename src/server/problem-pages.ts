import { type ErrorCode, errorCatalogue } from '../core/kernel/errors.ts'
import { page } from './page.ts'

/** What to do about each code: the explanation behind a problem's `type`. */
const advice: Record<ErrorCode, string> = {
  malformed_request:
    'What came over the connection is no HTTP request: is something else speaking to this port? The executable’s HTTP parser (Bun) answers such a request by itself, with the bare status.',
  head_too_large:
    'The address and the headers may have 128 KiB together. Ask in several requests, or with fewer values in a filter. Beyond 1 MiB the executable’s HTTP parser (Bun) answers the bare status.',
  malformed_body: 'Send one JSON value in UTF-8. `detail` says where reading stopped.',
  api_key_invalid:
    'Send the key as `Authorization: Bearer <API_KEY>`, exactly as it was shown when it was created.',
  api_key_revoked: 'Create another key and revoke the old one everywhere it was used.',
  session_invalid:
    'Sign in again. Sessions end when they are not used, when they are revoked, and with the account.',
  sign_in_failed:
    'Check the address and the password. A reset link gives a new password; an account may also be disabled.',
  second_factor_required:
    'Send the same request again with `code`: the six digits that your authenticator shows, or one of your recovery codes. A user who has neither any more asks the operator of this server (`lettershop user reset-second-factor`).',
  second_factor_failed:
    'Each code works once, and for half a minute more than it is shown. Wait for the next one, and see whether the clock of your authenticator is right; or take a recovery code.',
  second_factor_not_set_up:
    'This server asks operators and owners for a second factor. POST /v1/profile/second-factor with your password gives a secret for your authenticator; its first code goes to POST /v1/profile/second-factor/confirm. Until then a session can do nothing else.',
  cross_site_refused:
    'Send `X-Csrf-Protection: 1` from a page of this server. Programs use an API key, which needs no such header.',
  signature_invalid:
    'The connector that this address belongs to asks for a signature: an HMAC-SHA256 of the body, keyed with the secret that was agreed on, in the header that its settings name.',
  insufficient_scope:
    'Every operation needs one scope. Use a key that has it; a key also serves its own organisation and mode only.',
  organisation_suspended: 'Reads still work. Ask the operator of this server to resume the organisation.',
  not_found: 'Check the id and the mode: a test key sees test resources, a live key live ones.',
  method_not_allowed: 'The `Allow` header lists the methods that this path offers.',
  invalid_state: '`detail` names the present status. Read the resource again before trying another step.',
  not_ready_for_live:
    '`errors` names each setting that is missing, and what to do: paper cannot be called back. Test mail goes without.',
  insufficient_funds:
    '`detail` says what is missing. Top up the balance and try again; nothing was reserved.',
  still_referenced: 'Archive it instead, or remove what uses it first.',
  idempotency_in_flight: 'Wait for the first request with this Idempotency-Key, then send it again.',
  webhook_limit_reached: 'Delete an endpoint that is not used any more.',
  revision_conflict:
    'Read the resource again, apply the change to what it is now, and send the new revision.',
  body_too_large: 'Split the request: bulk operations take several smaller ones.',
  unsupported_media_type:
    'Send the body with `Content-Type: application/json`, and without `Content-Encoding`.',
  request_timeout: 'Send it again. The headers have half a minute, and a body may pause for two.',
  host_refused:
    'Ask by the name that the server was given (`--base-url`), and let a proxy in front of it pass `Host` on as it came: `detail` names it.',
  validation_failed:
    '`errors` names every offending parameter as it was written, with a code and a sentence for each.',
  idempotency_key_reused:
    'Use a new Idempotency-Key for every new request; repeat one only with the same request.',
  range_not_satisfiable: '`Content-Range` says how long the file is; ask for a part of that.',
  rate_limited: 'Wait `Retry-After` seconds. The `RateLimit-*` headers tell how much is left of the minute.',
  internal_error: 'Nothing of the request was kept unless it says so. Report the `requestId`.',
  storage_unavailable: 'Try again in a moment; nothing of this request was kept.',
}

/** The page of a problem type, or undefined for a code that does not exist. */
export const problemPage = (code: string): string | undefined => {
  if (!Object.hasOwn(errorCatalogue, code)) return undefined
  const { status, title } = errorCatalogue[code as ErrorCode]
  return page(`${code}: ${title}`, [`HTTP status ${status}.`, `${title}.`, advice[code as ErrorCode]])
}
