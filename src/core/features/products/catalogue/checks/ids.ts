import type { CatalogueCheck } from '../../../../engine/catalogue-part.ts'
import type { Noun } from '../../../../kernel/nouns.ts'
import { entriesOf } from '../document.ts'
import { catalogueSentences } from '../sentences.ts'

const { say } = catalogueSentences

/** Products and specifications may bring their ids; an id and a key belong together for good. */
export const checkIds = (
  check: CatalogueCheck,
  part: 'products' | 'specifications',
  noun: Noun,
  prefix: string,
): void => {
  const owner = new Map<string, string>()
  const present = new Map<string, string>()
  for (const { id, key } of entriesOf(check.facts.present, part)) {
    owner.set(id!, key)
    present.set(key, id!)
  }
  for (const [index, { id, key }] of entriesOf(check.next, part).entries()) {
    if (id === undefined) continue
    const place = [index, 'id']
    const has = present.get(key)
    const other = owner.get(id)
    if (!/^[a-z]{3}_[0-9A-Z]{20,30}$/.test(id) || !id.startsWith(prefix))
      check.report(place, say('catalogue_key.id_format', { noun, prefix }))
    else if (has !== undefined && has !== id)
      check.report(place, say('catalogue_key.id', { key, present: has }))
    else if (other !== undefined && other !== key)
      check.report(place, say('catalogue_key.id_taken', { id, other }))
    owner.set(id, key)
  }
}
