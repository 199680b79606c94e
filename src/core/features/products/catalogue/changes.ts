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

const { say } = catalogueChangeSentences

/** What every part says of its entries that are new, differ, or are archived. */
export function* changesOf(
  parts: readonly CataloguePart[],
  { present }: CatalogueFacts,
  next: CatalogueDocument,
  file: { document: CatalogueDocument },
): Generator<void, CatalogueChange[]> {
  const changes: CatalogueChange[] = []
  if (next.currency !== present.currency && present.currency !== '') {
    const said = say('catalogue_change.currency', { currency: next.currency, before: present.currency })
    changes.push({ ...said, part: 'currency', key: next.currency })
  }
  for (const { name, noun, ordered } of parts) {
    // An entry without a key has no life of its own: its part says what changes.
    if (ordered) continue
    const before = new Map((present.parts[name] ?? []).map((entry) => [entry.key, entry]))
    const inFile = new Set((file.document.parts[name] ?? []).map(({ key }) => key))
    for (const entry of next.parts[name] ?? []) {
      yield
      const { key } = entry
      const was = before.get(key)
      const note = (said: ReturnType<typeof say>) => changes.push({ ...said, part: name, key })
      if (!was) note(say('catalogue_change.created', { noun, key }))
      else if (entry.archived === true && was.archived !== true)
        note(say(`catalogue_change.${inFile.has(key) ? 'archived' : 'missing'}`, { noun, key }))
      else {
        if (was.archived === true && entry.archived !== true)
          note(say('catalogue_change.restored', { noun, key }))
        const fields = differing(was, entry)
        if (fields.length > 0) note(say('catalogue_change.changed', { noun, key, fields: fields.join(', ') }))
      }
    }
  }
  return changes
}

/** The fields in which two entries differ; whether they are archived is told apart. */
export const differing = (before: CatalogueEntry, after: CatalogueEntry): string[] => {
  const [a, b] = [before, after] as unknown as Record<string, unknown>[]
  return [...new Set([...Object.keys(a!), ...Object.keys(b!)])].filter(
    (field) => field !== 'archived' && field !== 'id' && !same(a![field], b![field]),
  )
}

/** Whether two values of JSON are equal: what is absent equals null, and the order of fields is no matter. */
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

/** An optional list that is empty says as little as one that is absent. */
const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === false || (Array.isArray(value) && value.length === 0)

/** Throws 412 where a list is no longer what the file was checked against. */
export const assertUnchanged = async (
  rows: Rows,
  before: CatalogueDocument,
  { name, read }: Pick<CataloguePart, 'name' | 'read'>,
): Promise<void> => {
  if (same(await read(rows), before.parts[name] ?? [])) return
  const revision = revisionOf(await catalogueMark(rows))
  throw problem(generalProblems.say('revision_conflict.thing', { noun: 'catalogue', revision }))
}
