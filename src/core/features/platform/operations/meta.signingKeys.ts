import * as v from 'valibot'
import { wholeListOf } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { toBase64 } from '../../../kernel/bytes.ts'
import { toDateTime, toDateTimeOrNull } from '../../../kernel/time.ts'
import { dateTime, fields } from '../../../kernel/wire-fields.ts'
import { described, namedObject } from '../../../kernel/wire-schema.ts'
import type { SigningKey } from '../../../ports/crypto.ts'

const signingKeySchema = namedObject('SigningKey', 'A public key with which evidence is checked.', {
  id: described(v.string(), 'The beginning of the public key’s SHA-256, in hex.'),
  algorithm: described(v.literal('Ed25519'), 'The algorithm.'),
  publicKey: described(v.string(), 'The raw 32 bytes as base64.'),
  pem: described(v.string(), 'The same as PEM, which other tools read.'),
  createdAt: fields.createdAt,
  retiredAt: described(
    v.nullable(dateTime),
    'When it stopped signing, RFC 3339 in UTC; null while it signs. What it signed stays valid.',
  ),
})

export const listSigningKeys = defineOperation({
  id: 'meta.signingKeys',
  method: 'GET',
  path: '/meta/signing-keys',
  summary: 'The public keys that this server signs evidence with',
  description:
    'The present key first, then those it replaced. Save the answer and give it to `lettershop evidence verify` as ' +
    '`--public-key`.',
  permission: 'public',
  effect: 'public',
  output: wholeListOf(signingKeySchema),
  async handler({ services }) {
    return { data: services.crypto.signer.keys().map(toWire) }
  },
})

/** The bytes before the 32 bytes of the key in an SPKI structure of Ed25519. */
const spkiPrefix = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00]

const toWire = (key: SigningKey): v.InferOutput<typeof signingKeySchema> => ({
  id: key.id,
  algorithm: 'Ed25519',
  publicKey: toBase64(key.publicKey),
  pem: `-----BEGIN PUBLIC KEY-----\n${toBase64(Uint8Array.of(...spkiPrefix, ...key.publicKey))}\n-----END PUBLIC KEY-----\n`,
  createdAt: toDateTime(key.createdAt),
  retiredAt: toDateTimeOrNull(key.retiredAt),
})
