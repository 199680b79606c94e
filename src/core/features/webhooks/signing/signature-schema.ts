import * as v from 'valibot'
import type { Schema } from '../../../engine/wire.ts'
import { named, namedObject, namedStrictObject } from '../../../kernel/wire-schema.ts'
import { secretSchema } from '../schema.ts'

const dateTime = v.pipe(v.string(), v.isoTimestamp())
const integer = v.pipe(v.number(), v.integer())

export const verifyLimits = { bodyLength: 256 * 1024, headers: 100, headerLength: 4096 } as const

export const verifySignatureInput = namedStrictObject(
  'SignatureVerify',
  'A request as it arrived at an endpoint.',
  {
    /** The body as it arrived, not parsed and not changed. */
    body: v.pipe(v.string(), v.maxLength(verifyLimits.bodyLength)),
    /** The headers as they arrived; those that are not of webhooks are ignored. */
    headers: v.pipe(
      v.record(
        v.pipe(v.string(), v.maxLength(200)),
        v.pipe(v.string(), v.maxLength(verifyLimits.headerLength)),
      ),
      v.maxEntries(verifyLimits.headers),
    ),
    /** What the receiver's own code computed, in hex or base64: then the answer says how it went wrong. */
    computedSignature: v.optional(v.pipe(v.string(), v.maxLength(200))),
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
    finding: codes,
    /** The finding as a sentence. */
    detail: v.string(),
    /** The fingerprint of the secret that made it; null where none of ours did. */
    signedWith: v.nullable(v.string()),
  })

export const verifiedSignatureSchema = namedObject(
  'SignatureVerdict',
  'Whether the request’s signature is right and, if not, what went wrong.',
  {
    /** Whether a receiver that follows the rules takes the request now. */
    ok: v.boolean(),
    verdict: signatureFinding,
    detail: v.string(),
    /** What `X-Webhook-Signature` is made of. Null without a timestamp. */
    signed: v.nullable(
      v.object({
        /** The exact text: the timestamp, a dot and the body. */
        content: v.string(),
        bytes: integer,
        sha256: v.string(),
      }),
    ),
    timestamp: v.object({
      finding: signatureFinding,
      at: v.nullable(dateTime),
      ageSeconds: v.nullable(integer),
      toleranceSeconds: integer,
    }),
    /** `X-Webhook-Signature`. */
    signature: finding('SignatureCheck', signatureFinding),
    /** `webhook-signature` of Standard Webhooks; null where the request has none. */
    standardSignature: v.nullable(finding('SignatureCheck', signatureFinding)),
    /** The body beside the one that we sent; null where `X-Webhook-Id` names no delivery that is on record. */
    body: v.nullable(
      v.object({
        finding: signatureFinding,
        detail: v.string(),
        /** The first byte, from 0, that is another. */
        differsAt: v.nullable(integer),
        sentBytes: integer,
        receivedBytes: integer,
      }),
    ),
    /** Of `computedSignature`; null where none was given. */
    computed: v.nullable(finding('SignatureComputationCheck', computationFinding)),
    /** The endpoint's secrets, by fingerprint. */
    secrets: v.array(secretSchema),
  },
)
export type VerifiedSignature = v.InferOutput<typeof verifiedSignatureSchema>

export const deliverySignatureSchema = namedObject(
  'DeliverySignature',
  'What was signed and sent at each attempt of a delivery, byte for byte.',
  {
    deliveryId: v.string(),
    endpointId: v.string(),
    eventId: v.string(),
    /** The exact body; its bytes are the UTF-8 of it. */
    body: v.string(),
    bodyBytes: integer,
    bodySha256: v.string(),
    attempts: v.array(
      v.object({
        at: dateTime,
        /** The text that `X-Webhook-Signature` signs: the timestamp, a dot and the body. */
        signedContent: v.string(),
        /** The text that `webhook-signature` signs: the event's id, the timestamp and the body, with dots between. */
        standardSignedContent: v.string(),
        /** As they were sent; null where its secret is not kept any more. */
        headers: v.nullable(v.record(v.string(), v.string())),
        /** Fingerprint of the secret of `X-Webhook-Signature`. */
        signedWith: v.nullable(v.string()),
      }),
    ),
    secrets: v.array(secretSchema),
  },
)
