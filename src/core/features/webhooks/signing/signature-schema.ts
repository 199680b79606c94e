import * as v from 'valibot'
import type { Schema } from '../../../engine/wire.ts'
import { dateTime, integer } from '../../../kernel/wire-fields.ts'
import { described, named, namedObject, namedStrictObject } from '../../../kernel/wire-schema.ts'
import { secretSchema } from '../schema.ts'

export const verifyLimits = { bodyLength: 256 * 1024, headers: 100, headerLength: 4096 } as const

export const verifySignatureInput = namedStrictObject(
  'SignatureVerify',
  'A request as it arrived at an endpoint.',
  {
    body: described(
      v.pipe(v.string(), v.maxLength(verifyLimits.bodyLength)),
      'The body as it arrived, not parsed and not changed.',
    ),
    headers: described(
      v.pipe(
        v.record(
          v.pipe(v.string(), v.maxLength(200)),
          v.pipe(v.string(), v.maxLength(verifyLimits.headerLength)),
        ),
        v.maxEntries(verifyLimits.headers),
      ),
      'The headers as they arrived; those that are not of webhooks are ignored.',
    ),
    computedSignature: described(
      v.optional(v.pipe(v.string(), v.maxLength(200))),
      'What your own code computed, in hex or base64: then the answer says how it went wrong.',
    ),
  },
)
export type VerifySignatureInput = v.InferOutput<typeof verifySignatureInput>

/** What each part of a request may be found to be. The first that is wrong is the verdict. */
export const signatureFindings = [
  'valid',
  'signature_missing',
  'signature_malformed',
  'timestamp_missing',
  'timestamp_malformed',
  'other_endpoint',
  'body_reformatted',
  'body_whitespace_changed',
  'body_changed',
  'timestamp_changed',
  'secret_of_other_endpoint',
  'secret_ended',
  'not_signed_by_us',
  'timestamp_too_old',
  'timestamp_in_future',
] as const
export type SignatureFinding = (typeof signatureFindings)[number]

/** What the receiver's own computation was found to be. */
export const computationFindings = [
  'right',
  'secret_ended',
  'secret_without_prefix',
  'secret_decoded',
  'secret_with_line_end',
  'timestamp_left_out',
  'dot_left_out',
  'body_left_out',
  'timestamp_in_ms',
  'body_reformatted',
  'body_whitespace_changed',
  'standard_content',
  'not_recognised',
] as const
export type ComputationFinding = (typeof computationFindings)[number]

const signatureFinding = named(
  'SignatureFinding',
  'What a part of a signed request was found to be; the first that is wrong is the verdict.',
  v.picklist(signatureFindings),
)
const computationFinding = named(
  'SignatureComputationFinding',
  'What the receiver’s own computation was found to be.',
  v.picklist(computationFindings),
)

const finding = <Codes extends Schema>(name: string, codes: Codes) =>
  namedObject(name, 'What was found out about a signature.', {
    finding: described(codes, 'What was found, for programs.'),
    detail: described(v.string(), 'The finding as a sentence.'),
    signedWith: described(
      v.nullable(v.string()),
      'Fingerprint of the secret that made it; null if none of the endpoint’s did.',
    ),
  })

export const verifiedSignatureSchema = namedObject(
  'SignatureVerdict',
  'Whether the request’s signature is right and, if not, what went wrong.',
  {
    ok: described(v.boolean(), 'Whether a receiver that follows the rules takes the request now.'),
    verdict: described(signatureFinding, 'The first finding that is wrong, or `valid`.'),
    detail: described(v.string(), 'The verdict as a sentence.'),
    signed: described(
      v.nullable(
        v.object({
          content: described(v.string(), 'The exact text: the timestamp, a dot and the body.'),
          bytes: described(integer, 'Its length in bytes (UTF-8).'),
          sha256: described(v.string(), 'Its SHA-256, in hex.'),
        }),
      ),
      'What `X-Webhook-Signature` is made of; null without a timestamp.',
    ),
    timestamp: described(
      v.object({
        finding: described(signatureFinding, 'What was found, for programs.'),
        at: described(
          v.nullable(dateTime),
          'The time that it names, RFC 3339 in UTC; null if it names none.',
        ),
        ageSeconds: described(v.nullable(integer), 'How old it is, in seconds; null if it names no time.'),
        toleranceSeconds: described(integer, 'How old it may be, in seconds.'),
      }),
      '`X-Webhook-Timestamp`.',
    ),
    signature: described(finding('SignatureCheck', signatureFinding), '`X-Webhook-Signature`.'),
    standardSignature: described(
      v.nullable(finding('SignatureCheck', signatureFinding)),
      '`webhook-signature` of Standard Webhooks; null if the request has none.',
    ),
    body: described(
      v.nullable(
        v.object({
          finding: described(signatureFinding, 'What was found, for programs.'),
          detail: described(v.string(), 'The finding as a sentence.'),
          differsAt: described(
            v.nullable(integer),
            'The first byte, counted from 0, that is another; null if none is.',
          ),
          sentBytes: described(integer, 'Length of the body that was sent, in bytes.'),
          receivedBytes: described(integer, 'Length of the body that arrived, in bytes.'),
        }),
      ),
      'The body beside the one that was sent; null if `X-Webhook-Id` names no delivery on record.',
    ),
    computed: described(
      v.nullable(finding('SignatureComputationCheck', computationFinding)),
      'What was found about `computedSignature`; null if none was given.',
    ),
    secrets: described(v.array(secretSchema), 'The endpoint’s secrets, by fingerprint.'),
  },
)
export type VerifiedSignature = v.InferOutput<typeof verifiedSignatureSchema>

export const deliverySignatureSchema = namedObject(
  'DeliverySignature',
  'What was signed and sent at each attempt of a delivery, byte for byte.',
  {
    deliveryId: described(v.string(), 'The delivery, `whd_…`.'),
    endpointId: described(v.string(), 'The endpoint, `whe_…`.'),
    eventId: described(v.string(), 'The event, `evt_…`.'),
    body: described(v.string(), 'The exact body; its bytes are the UTF-8 of it.'),
    bodyBytes: described(integer, 'Its length in bytes.'),
    bodySha256: described(v.string(), 'Its SHA-256, in hex.'),
    attempts: described(
      v.array(
        v.object({
          at: described(dateTime, 'When, RFC 3339 in UTC.'),
          signedContent: described(
            v.string(),
            'The text that `X-Webhook-Signature` signs: the timestamp, a dot and the body.',
          ),
          standardSignedContent: described(
            v.string(),
            'The text that `webhook-signature` signs: the event’s id, the timestamp and the body, with dots between.',
          ),
          headers: described(
            v.nullable(v.record(v.string(), v.string())),
            'The headers as they were sent; null if the secret is not kept any more.',
          ),
          signedWith: described(
            v.nullable(v.string()),
            'Fingerprint of the secret of `X-Webhook-Signature`; null if it is not kept any more.',
          ),
        }),
      ),
      'What was sent at each attempt.',
    ),
    secrets: described(v.array(secretSchema), 'The endpoint’s secrets, by fingerprint.'),
  },
)
