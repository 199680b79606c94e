import type { ComputationFinding, SignatureFinding } from './signature-schema.ts'

/** Each finding as a sentence for the developer of a receiver. */
export const findingTexts: Readonly<Record<SignatureFinding, string>> = {
  valid: 'It is genuine.',
  signature_missing: 'The request has no X-Webhook-Signature. Something on the way may have removed it.',
  signature_malformed: 'X-Webhook-Signature is `v1=` and 64 lower-case hex digits; this is something else.',
  timestamp_missing: 'The request has no X-Webhook-Timestamp. Something on the way may have removed it.',
  timestamp_malformed: 'X-Webhook-Timestamp is Unix time in whole seconds; this is something else.',
  other_endpoint: 'X-Webhook-Id names a delivery to another endpoint, which has another secret.',
  body_reformatted:
    'The signature is ours, but the body was parsed and written anew. Verify the raw body before parsing it.',
  body_whitespace_changed: 'The signature is ours, but white space was added around the body.',
  body_changed: 'The signature is ours, but the body is not the one that was sent.',
  timestamp_changed:
    'The signature is ours, but of another attempt: X-Webhook-Timestamp is not the one sent with it.',
  secret_of_other_endpoint: 'It was signed with the secret of another endpoint of this organisation.',
  secret_ended: 'It was signed with a secret that has ended since. The current one is another.',
  not_signed_by_us: 'No secret of this endpoint made this signature for this timestamp and body.',
  timestamp_too_old: 'The signature fits, but it is older than five minutes: receivers reject it.',
  timestamp_in_future: 'The signature fits, but its time lies more than five minutes ahead.',
}

/** Each finding about the receiver's own computation, as a sentence. */
export const computationTexts: Readonly<Record<ComputationFinding, string>> = {
  right: 'Your computation is right.',
  secret_ended: 'Your computation is right, but with a secret that has ended.',
  secret_without_prefix:
    'The key is the whole text of the secret, with `whsec_` in front; yours was without it.',
  secret_decoded:
    'X-Webhook-Signature is keyed with the text of the secret; yours with the bytes that it encodes, as webhook-signature is.',
  secret_with_line_end: 'The key has a line end behind the secret: trim what you read from a file.',
  timestamp_left_out: 'You signed the body alone. The timestamp and a dot belong in front of it.',
  dot_left_out: 'A dot belongs between the timestamp and the body.',
  body_left_out: 'You signed the timestamp without the body.',
  timestamp_in_ms: 'The timestamp is in seconds, as the header has it; you signed milliseconds.',
  body_reformatted: 'You signed the body after parsing it and writing it anew. Sign it as it arrived.',
  body_whitespace_changed: 'You signed the body with other white space around it. Sign it as it arrived.',
  standard_content:
    'You put the event id in front of the timestamp, as webhook-signature does; X-Webhook-Signature has none.',
  not_recognised:
    'No mistake that we know of leads to this: another secret, most likely. Compare fingerprints.',
}
