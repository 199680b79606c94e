import { createPublicKey } from 'node:crypto'
import { toBase64 } from '../../../src/core/kernel/bytes.ts'
import { toDateTime, toDateTimeOrNull } from '../../../src/core/kernel/time.ts'
import type { SigningKey } from '../../../src/core/ports/crypto.ts'

const KEY_LENGTH = 32

/** Reads keys from `GET /v1/meta/signing-keys`, `signing-keys.json`, PEM, or 32 bytes (base64, hex). */
export const readPublicKeys = (text: string): Uint8Array[] => {
  const blocks = text.match(/-----BEGIN PUBLIC KEY-----[\s\S]*?-----END PUBLIC KEY-----/g)
  // JSON may contain PEM too; its `publicKey` fields are read below.
  if (blocks && !text.trimStart().startsWith('{')) return blocks.flatMap(fromPem)
  const named = [...text.matchAll(/"publicKey"\s*:\s*"([^"]+)"/g)].map((match) => match[1]!)
  return (named.length > 0 ? named : [text.trim()]).flatMap(fromText)
}

const fromText = (text: string): Uint8Array[] => {
  const bytes = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64')
  return bytes.length === KEY_LENGTH ? [new Uint8Array(bytes)] : []
}

const fromPem = (pem: string): Uint8Array[] => {
  try {
    const key = createPublicKey(pem)
    if (key.asymmetricKeyType !== 'ed25519') return []
    return [new Uint8Array(key.export({ format: 'der', type: 'spki' }).subarray(-KEY_LENGTH))]
  } catch {
    return []
  }
}

export const signingKeyToJson = ({ id, publicKey, createdAt, retiredAt }: SigningKey) => ({
  id,
  publicKey: toBase64(publicKey),
  createdAt: toDateTime(createdAt),
  retiredAt: toDateTimeOrNull(retiredAt),
})
