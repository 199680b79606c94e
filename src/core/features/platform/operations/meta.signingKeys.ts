import * as v from 'valibot'
import { wholeListOf } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { toBase64 } from '../../../kernel/bytes.ts'
import { toDateTime, toDateTimeOrNull } from '../../../kernel/time.ts'
import { namedObject } from '../../../kernel/wire-schema.ts'
import type { SigningKey } from '../../../ports/crypto.ts'

const dateTime = v.pipe(v.string(), v.isoTimestamp())

const signingKeySchema = namedObject('SigningKey', 'A public key with which evidence is checked.', {
  /** The beginning of the public key's SHA-256. */
  id: v.string(),
  algorithm: v.literal('Ed25519'),
  /** Raw 32 bytes as base64. */
  publicKey: v.string(),
  /** The same as PEM, which other tools read. */
  pem: v.string(),
  createdAt: dateTime,
  /** null while it signs; what it signed before stays valid. */
  retiredAt: v.nullable(dateTime),
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

/** What stands before the 32 bytes in an SPKI structure of Ed25519. */
const spkiPrefix = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00]

const toWire = (key: SigningKey): v.InferOutput<typeof signingKeySchema> => ({
  id: key.id,
  algorithm: 'Ed25519',
  publicKey: toBase64(key.publicKey),
  pem: `-----BEGIN PUBLIC KEY-----\n${toBase64(Uint8Array.of(...spkiPrefix, ...key.publicKey))}\n-----END PUBLIC KEY-----\n`,
  createdAt: toDateTime(key.createdAt),
  retiredAt: toDateTimeOrNull(key.retiredAt),
})
