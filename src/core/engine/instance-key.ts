import type { Crypto } from '../ports/crypto.ts'
import { everyone, type Store } from '../ports/store.ts'
import { keyFact, setFact } from './facts.ts'
import { countUnreadable } from './sealed.ts'

/** The store holds secrets that were sealed with another key than the one given. */
export class SecretKeyMismatch extends Error {
  constructor(unreadable: number) {
    super(
      `The store holds ${unreadable} ${unreadable === 1 ? 'secret' : 'secrets'} (of webhooks, connectors, printers or second ` +
        'factors) that this secretKey cannot open. Pass createLettershop the secretKey that the store was begun with. If ' +
        'that key is lost, pass lostSecrets: true to start without those secrets, and set each of them again.',
    )
    this.name = 'SecretKeyMismatch'
  }
}

/**
 * For a library that opens a store: throws `SecretKeyMismatch` where secrets in it cannot be opened with this
 * key, unless `lostSecrets` accepts that. Returns how many those are. `fingerprint` is that of the key;
 * undefined for a key that lasts only as long as the process, of which none is stored.
 */
export const settleSecretKey = async (
  store: Pick<Store, 'read' | 'write'>,
  crypto: Crypto,
  { fingerprint, lostSecrets = false }: { fingerprint: string | undefined; lostSecrets?: boolean },
): Promise<number> => {
  const known = await store.read((rows) => rows.facts.get(everyone, keyFact))
  if (known && known.value === fingerprint) return 0
  const unreadable = await store.read((rows) => countUnreadable(rows, crypto))
  if (unreadable > 0 && !lostSecrets) throw new SecretKeyMismatch(unreadable)
  if (fingerprint !== undefined) await store.write((rows) => setFact(rows, keyFact, fingerprint))
  return unreadable
}
