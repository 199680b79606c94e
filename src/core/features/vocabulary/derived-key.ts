import { foldName } from '../../address/index.ts'
import { checksum } from '../../kernel/text.ts'
import { maxTermKey, termKeyPattern } from './schema.ts'

/**
 * Derives a key from a label: `Énergie & climat` → `energie_climat`. A label with too few Latin letters
 * (`日本`, `7`) gets a key of its noun and a checksum, so that a label always has the same key:
 * `category_1f8zk4q`.
 */
export const derivedKey = (label: string, noun: string): string => {
  const latin = foldName(label)
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, maxTermKey)
    .replace(/_+$/, '')
  return termKeyPattern.test(latin) ? latin : `${noun}_${checksum(label.normalize('NFC').toLowerCase())}`
}
