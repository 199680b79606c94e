import type { Crypto } from '../../ports/crypto.ts'
import { isGenuineMark, type MarkDigest, type ReadMark } from '../../template/sheet-mark.ts'

/**
 * What check values of marks are made with. A new instance key makes another one: marks that were printed
 * before it are no longer known as genuine, and are found by their item code all the same.
 */
export const markDigest = (crypto: Pick<Crypto, 'derive' | 'hmacSha256'>): MarkDigest => {
  const key = crypto.derive('sheet-mark')
  return (text) => crypto.hmacSha256(key, text)
}

/** Whether this instance printed the mark. */
export const isOurMark = (crypto: Pick<Crypto, 'derive' | 'hmacSha256'>, mark: ReadMark): boolean =>
  isGenuineMark(mark, markDigest(crypto))
