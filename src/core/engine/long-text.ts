import { toHex } from '../kernel/bytes.ts'
import { canonicalPieces } from '../kernel/json.ts'
import { piecesOf } from '../kernel/text.ts'
import type { Crypto } from '../ports/crypto.ts'
import type { Turns } from '../ports/system.ts'

/** Texts of megabytes, such as bulk bodies, are handled in pieces, so that other requests run in between. */

/** In characters: a fraction of a millisecond of work. */
const pieceLength = 128 * 1024

/** Shorter lists are serialised at once. */
const fewEntries = 20

/** `JSON.stringify` that applies `replace` to values. Yields within long lists of an object. */
export const jsonText = async (
  whole: unknown,
  turns: Turns,
  replace?: (value: unknown) => unknown,
): Promise<string> => {
  const replacer = replace && ((_name: string, value: unknown) => replace(value))
  const value = replace ? replace(whole) : whole
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return JSON.stringify(value, replacer)
  const lists = Object.values(value).filter((member) => Array.isArray(member) && member.length >= fewEntries)
  if (lists.length === 0 || Array.isArray(value)) return JSON.stringify(value, replacer)
  const members: string[] = []
  for (const [name, member] of Object.entries(value)) {
    const text = lists.includes(member)
      ? await listText(member, turns, replacer)
      : JSON.stringify(member, replacer)
    if (text !== undefined) members.push(`${JSON.stringify(name)}:${text}`)
  }
  return `{${members.join(',')}}`
}

const listText = async (
  entries: readonly unknown[],
  turns: Turns,
  replacer: ((name: string, value: unknown) => unknown) | undefined,
): Promise<string> => {
  const texts: string[] = []
  let written = 0
  for (const entry of entries) {
    if (written >= pieceLength) {
      await turns.rest()
      written = 0
    }
    const text = JSON.stringify(entry, replacer) ?? 'null'
    texts.push(text)
    written += text.length
  }
  return `[${texts.join(',')}]`
}

/** Returns the SHA-256 of the value's canonical JSON, in hex. */
export const canonicalSha256 = async (crypto: Crypto, value: unknown, turns: Turns): Promise<string> => {
  const encoder = new TextEncoder()
  let hash: ReturnType<Crypto['sha256Stream']> | undefined
  let text = ''
  // Splits down to single rows: the body is at level two, bulk rows are at level four.
  for (const piece of canonicalPieces(value, 3)) {
    text += piece
    if (text.length < pieceLength) continue
    hash ??= crypto.sha256Stream()
    hash.update(encoder.encode(text))
    text = ''
    await turns.rest()
  }
  if (!hash) return toHex(crypto.sha256(text))
  hash.update(encoder.encode(text))
  return toHex(hash.digest())
}

export const isLong = (text: string): boolean => text.length > pieceLength

export function* encodedPieces(text: string): Generator<Uint8Array> {
  const encoder = new TextEncoder()
  for (const piece of piecesOf(text, pieceLength)) yield encoder.encode(piece)
}
