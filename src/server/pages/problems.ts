import { type ErrorCode, errorCatalogue } from '../../core/kernel/errors.ts'
import { page } from './html.ts'

/** Advice for each code, shown at a problem's `type`. */
const advice: Record<ErrorCode, string> = {
  malformed_request:
    'The data is not an HTTP request: another protocol may be using this port. The executable’s HTTP parser (Bun) answers with the status only.',
  head_too_large:
    'The address and the headers together may have 128 KiB. Use several requests, or fewer values in a filter. Above 1 MiB, the executable’s HTTP parser (Bun) answers with the status only.',
  malformed_body: 'Send one JSON value in UTF-8. `detail` says where parsing stopped.',
  api_key_invalid:
    'Send the key as `Authorization: Bearer <API_KEY>`, exactly as it was shown when it was created.',
  api_key_revoked: 'Create a new key, and replace the revoked one wherever it is used.',
  session_invalid:
    'Sign in again. A session ends when it is not used for some time, when it is revoked, and when its account is disabled.',
  sign_in_failed:
    'Check the address and the password. A reset link sets a new password. The account may also be disabled.',
  second_factor_required:
    'Send the same request again with `code`: the six digits that your authenticator shows, or one of your recovery codes. A user who has lost both asks the operator of this server (`lettershop user reset-second-factor`).',
  second_factor_failed:
    'Each code works once, until half a minute after it has disappeared. Wait for the next code and check the clock of your authenticator, or use a recovery code.',
  second_factor_not_set_up:
    'This server requires a second factor of operators and owners. `POST /v1/profile/second-factor` with your password answers with a secret for your authenticator; send its first code to `POST /v1/profile/second-factor/confirm`. Until then the session can do nothing else.',
  cross_site_refused:
    'Send `X-Csrf-Protection: 1` from a page of this server. Programs use an API key, which needs no such header.',
  signature_invalid:
    'The connector of this address requires a signature: an HMAC-SHA256 of the body with the shared secret, in the header that its settings name.',
  insufficient_scope:
    'Every operation requires a scope. Use a key that has it. A key works only in its own organisation and mode.',
  organisation_suspended: 'Reads still work. Ask the operator of this server to resume the organisation.',
  not_found: 'Check the id and the mode: a test key sees test resources, a live key live ones.',
  method_not_allowed: 'The `Allow` header lists the methods that this path supports.',
  invalid_state: '`detail` names the current status. Read the resource again before you try another step.',
  not_ready_for_live:
    '`errors` names each setting that is missing, and what to do. Printed mail cannot be recalled, so these settings are required first; test mail does not need them.',
  insufficient_funds:
    '`detail` names the amount that is missing. Top up the balance and try again; nothing was reserved.',
  spending_cap_reached:
    '`detail` names the cap and what is left of it this month. Members who manage payment can raise the organisation’s cap (`billing.patchSettings`), and members who manage keys a key’s cap (`developers.patchKey`). Each month starts with the full cap. Nothing was reserved.',
  count_changed:
    '`detail` has both numbers. Review the rows that match the filters now, and repeat the request with their number.',
  still_referenced: 'Archive it instead, or first remove the resources that use it.',
  idempotency_in_flight: 'Wait for the first request with this Idempotency-Key, then send it again.',
  webhook_limit_reached: 'Delete an endpoint that is no longer used.',
  revision_conflict:
    'Read the resource again, apply the change to its current state, and send the new revision.',
  body_too_large: 'Split the request into several smaller ones.',
  unsupported_media_type:
    'Send the body with `Content-Type: application/json`, and without `Content-Encoding`.',
  request_timeout:
    'Send the request again. The headers must arrive within half a minute, and a body may pause for some two minutes at most.',
  host_refused:
    'Use the host name of the server’s `--base-url`. A proxy in front of the server must pass on `Host` unchanged. `detail` names the expected host.',
  validation_failed:
    '`errors` names every offending parameter as it was written, with a code and a sentence for each.',
  idempotency_key_reused:
    'Use a new Idempotency-Key for every new request; repeat one only with the same request.',
  range_not_satisfiable: '`Content-Range` names the length of the file; request a range within it.',
  rate_limited:
    'Wait `Retry-After` seconds. The `RateLimit-*` headers say how many requests are left in this minute.',
  internal_error: 'Nothing of the request was stored unless the answer says so. Report the `requestId`.',
  storage_unavailable: 'Try again in a moment; nothing of this request was stored.',
}

/** Renders the page of a problem type; undefined for an unknown code. */
export const problemPage = (code: string): string | undefined => {
  if (!Object.hasOwn(errorCatalogue, code)) return undefined
  const { status, title } = errorCatalogue[code as ErrorCode]
  return page(`${code}: ${title}`, [`HTTP status ${status}.`, `${title}.`, advice[code as ErrorCode]])
}
