import type {
  CatalogueChange,
  CatalogueDocument,
  CatalogueEntry,
  CatalogueFacts,
  CataloguePart,
} from '../../../engine/catalogue-part.ts'
import { problem } from '../../../kernel/errors.ts'
import { generalProblems } from '../../../kernel/problem-sentences.ts'
import type { Rows } from '../../../ports/store.ts'
import { catalogueMark, revisionOf } from '../current-catalogue.ts'
import { catalogueChangeSentences } from '../sentences.ts'

/** Lists a changed currency, and entries that are new, changed, archived or restored. */
export function* changesOf(
  parts: readonly CataloguePart[],
  { present }: CatalogueFacts,
  next: CatalogueDocument,
  file: { document: CatalogueDocument },
): Generator<void, CatalogueChange[]> {
  const changes: CatalogueChange[] = []
  if (next.currency !== present.currency && present.currency !== '') {
    const sentence = catalogueChangeSentences.sentence('catalogue_change.currency', {
      currency: next.currency,
      before: present.currency,
    })
    changes.push({ ...sentence, part: 'currency', key: next.currency })
  }
  for (const { name, noun, ordered } of parts) {
    // Entries of ordered parts have no key; their part reports its own changes.
    if (ordered) continue
    const before = new Map((present.parts[name] ?? []).map((entry) => [entry.key, entry]))
    const inFile = new Set((file.document.parts[name] ?? []).map(({ key }) => key))
    for (const entry of next.parts[name] ?? []) {
      yield
      const { key } = entry
      const was = before.get(key)
      const note = (sentence: ReturnType<typeof catalogueChangeSentences.sentence>) =>
        changes.push({ ...sentence, part: name, key })
      if (!was) note(catalogueChangeSentences.sentence('catalogue_change.created', { noun, key }))
      else if (entry.archived === true && was.archived !== true)
        note(
          catalogueChangeSentences.sentence(`catalogue_change.${inFile.has(key) ? 'archived' : 'missing'}`, {
            noun,
            key,
          }),
        )
      else {
        if (was.archived === true && entry.archived !== true)
          note(catalogueChangeSentences.sentence('catalogue_change.restored', { noun, key }))
        const fields = changedFields(was, entry)
        if (fields.length > 0)
          note(
            catalogueChangeSentences.sentence('catalogue_change.changed', {
              noun,
              key,
              fields: fields.join(', '),
            }),
          )
      }
    }
  }
  return changes
}

/** Returns the names of different fields, except `archived` and `id`. */
export const changedFields = (before: CatalogueEntry, after: CatalogueEntry): string[] => {
  const [a, b] = [before, after] as unknown as Record<string, unknown>[]
  return [...new Set([...Object.keys(a!), ...Object.keys(b!)])].filter(
    (field) => field !== 'archived' && field !== 'id' && !same(a![field], b![field]),
  )
}

/** Compares deeply. Absent, null, false and an empty list are equal; the order of fields is ignored. */
export const same = (a: unknown, b: unknown): boolean => {
  if (a === b || (isNothing(a) && isNothing(b))) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((value, index) => same(value, b[index]))
  const [one, other] = [a, b] as Record<string, unknown>[]
  const keys = new Set([...Object.keys(one!), ...Object.keys(other!)])
  return [...keys].every((key) => same(one![key], other![key]))
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === false || (Array.isArray(value) && value.length === 0)

/** Throws 412 if a list has changed since the file was checked. */
export const assertUnchanged = async (
  rows: Rows,
  before: CatalogueDocument,
  { name, read }: Pick<CataloguePart, 'name' | 'read'>,
): Promise<void> => {
  if (same(await read(rows), before.parts[name] ?? [])) return
  const revision = revisionOf(await catalogueMark(rows))
  throw problem(generalProblems.sentence('revision_conflict.thing', { noun: 'catalogue', revision }))
}
