import * as v from 'valibot'
import type { Schema } from '../../../engine/wire.ts'
import {
  dateTime,
  described,
  integer,
  named,
  namedObject,
  namedStrictObject,
} from '../../../kernel/wire-schema.ts'
import { secretSchema } from '../schema.ts'

export const verifyLimits = { bodyLength: 256 * 1024, headers: 100, headerLength: 4096 } as const

export const verifySignatureInput = namedStrictObject(
  'SignatureVerify',
  'A request as it arrived at an endpoint.',
  {
    body: described(
      v.pipe(v.string(), v.maxLength(verifyLimits.bodyLength)),
      'The body as received, neither parsed nor changed.',
    ),
    headers: described(
      v.pipe(
        v.record(
          v.pipe(v.string(), v.maxLength(200)),
          v.pipe(v.string(), v.maxLength(verifyLimits.headerLength)),
        ),
        v.maxEntries(verifyLimits.headers),
      ),
      'The headers as received; headers that do not belong to webhooks are ignored.',
    ),
    computedSignature: described(
      v.optional(v.pipe(v.string(), v.maxLength(200))),
      'The signature that your code computed, in hex or base64. The answer then names the mistake.',
    ),
  },
)
export type VerifySignatureInput = v.InferOutput<typeof verifySignatureInput>

/** Findings about a part of a signed request. The verdict is the first that is wrong, or `valid`. */
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
  'A finding about a part of a signed request. The first that is wrong is the verdict.',
  v.picklist(signatureFindings),
)
const computationFinding = named(
  'SignatureComputationFinding',
  'A finding about the receiver’s own computation.',
  v.picklist(computationFindings),
)

const finding = <Codes extends Schema>(name: string, codes: Codes) =>
  namedObject(name, 'A finding about a signature.', {
    finding: described(codes, 'The finding as a code.'),
    detail: described(v.string(), 'The finding as a sentence.'),
    signedWith: described(
      v.nullable(v.string()),
      'Fingerprint of the secret that made the signature; null if no secret of the endpoint did.',
    ),
  })

export const verifiedSignatureSchema = namedObject(
  'SignatureVerdict',
  'Whether the request’s signature is right and, if not, what went wrong.',
  {
    ok: described(v.boolean(), 'Whether a correct receiver accepts the request now.'),
    verdict: described(signatureFinding, 'The first finding that is wrong, or `valid`.'),
    detail: described(v.string(), 'The verdict as a sentence.'),
    signed: described(
      v.nullable(
        v.object({
          content: described(v.string(), 'The exact text: timestamp, dot, body.'),
          bytes: described(integer, 'Its length in bytes (UTF-8).'),
          sha256: described(v.string(), 'Its SHA-256, in hex.'),
        }),
      ),
      'The text that `X-Webhook-Signature` signs; null without a timestamp.',
    ),
    timestamp: described(
      v.object({
        finding: described(signatureFinding, 'The finding as a code.'),
        at: described(
          v.nullable(dateTime),
          'The time of the timestamp, RFC 3339 in UTC; null if it is not a time.',
        ),
        ageSeconds: described(v.nullable(integer), 'Age in seconds; null if it is not a time.'),
        toleranceSeconds: described(integer, 'Allowed age in seconds.'),
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
          finding: described(signatureFinding, 'The finding as a code.'),
          detail: described(v.string(), 'The finding as a sentence.'),
          differsAt: described(
            v.nullable(integer),
            'Index of the first differing byte, counted from 0; null if there is none.',
          ),
          sentBytes: described(integer, 'Length of the sent body in bytes.'),
          receivedBytes: described(integer, 'Length of the received body in bytes.'),
        }),
      ),
      'Comparison with the body that was sent; null if `X-Webhook-Id` names no recorded delivery.',
    ),
    computed: described(
      v.nullable(finding('SignatureComputationCheck', computationFinding)),
      'The finding about `computedSignature`; null if it was not sent.',
    ),
    secrets: described(v.array(secretSchema), 'The endpoint’s secrets, by fingerprint.'),
  },
)
export type VerifiedSignature = v.InferOutput<typeof verifiedSignatureSchema>

export const deliverySignatureSchema = namedObject(
  'DeliverySignature',
  'The signed and sent bytes of each attempt of a delivery.',
  {
    deliveryId: described(v.string(), 'The delivery, `whd_…`.'),
    endpointId: described(v.string(), 'The endpoint, `whe_…`.'),
    eventId: described(v.string(), 'The event, `evt_…`.'),
    body: described(v.string(), 'The exact body, sent as UTF-8.'),
    bodyBytes: described(integer, 'Its length in bytes.'),
    bodySha256: described(v.string(), 'Its SHA-256, in hex.'),
    attempts: described(
      v.array(
        v.object({
          at: described(dateTime, 'Time of the attempt, RFC 3339 in UTC.'),
          signedContent: described(
            v.string(),
            'The text that `X-Webhook-Signature` signs: timestamp, dot, body.',
          ),
          standardSignedContent: described(
            v.string(),
            'The text that `webhook-signature` signs: event id, timestamp and body, separated by dots.',
          ),
          headers: described(
            v.nullable(v.record(v.string(), v.string())),
            'The headers as sent; null if the secret is no longer stored.',
          ),
          signedWith: described(
            v.nullable(v.string()),
            'Fingerprint of the secret of `X-Webhook-Signature`; null if it is no longer stored.',
          ),
        }),
      ),
      'The requests of each attempt.',
    ),
    secrets: described(v.array(secretSchema), 'The endpoint’s secrets, by fingerprint.'),
  },
)
