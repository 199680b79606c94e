import type { ReadContext, WriteContext } from '../../engine/context.ts'
import type { Sent } from '../../engine/operation.ts'
import type { ModeScope } from '../../engine/scope.ts'
import { invalid, notFound, type ParameterError, problem, validationFailed } from '../../kernel/errors.ts'
import type { TableName, Tables } from '../../model/index.ts'
import type { TermRow } from '../../model/vocabulary.ts'
import type { Reader, Rows } from '../../ports/store.ts'
import { derivedKey } from './derived-key.ts'
import { maxTermKey, type Term, type TermInput, type TermPatch } from './schema.ts'

/** Tables whose rows name a term, and the field that does. */
type Referrer = {
  [Name in TableName]: { table: Name; field: keyof Tables[Name] & string }
}[TableName]

/**
 * A list of terms to choose from: the platform's, the same for everybody, and an organisation's own beside them
 * (advertising categories, reasons of suppressions). Terms are named by their key.
 */
export interface Vocabulary {
  /** How messages call a term. */
  noun: string
  /** What a key begins with whose label has no Latin letters. */
  stem: string
  table: 'advertisingCategories' | 'suppressionReasons'
  idPrefix: 'cat' | 'rsn'
  platform: readonly Term[]
  /** While any of these names it, a term cannot be deleted. Each has an index on scope and field. */
  referrers: readonly Referrer[]
}

/** An organisation's own terms in one mode: the list has no pages, so it has an end. */
export const maxOwnTerms = 500

/** The platform's terms in their order, from key and label. */
export const platformTerms = (terms: readonly (readonly [key: string, label: string])[]): readonly Term[] =>
  terms.map(([key, label], index) => ({
    key,
    label,
    source: 'platform',
    sortOrder: (index + 1) * 10,
    archived: false,
  }))

const toWire = ({ key, label, sortOrder, archived, stops }: TermRow): Term => ({
  key,
  label,
  source: 'organisation',
  sortOrder,
  archived,
  ...(stops === null ? {} : { stops }),
})

/** Platform terms, then the organisation's own, by sort order and key. */
export const listTerms = async (
  { table, platform }: Vocabulary,
  { rows, scope }: Pick<ReadContext, 'rows' | 'scope'>,
): Promise<{ data: Term[] }> => {
  const own = await rows[table].find(scope, {}, { order: [{ field: 'sortOrder' }, { field: 'key' }] })
  return { data: [...platform, ...own.map(toWire)] }
}

/** The key cannot equal a platform one. */
export const termRules =
  ({ noun, platform }: Vocabulary) =>
  ({ body: { key } }: Sent): ParameterError[] => {
    if (!platform.some((term) => term.key === key)) return []
    const message = `${key} is the key of a platform ${noun}.`
    return [{ parameter: 'key', location: 'body', code: 'platform_key', message }]
  }

export const createTerm = async (
  vocabulary: Vocabulary,
  { rows, scope, services, now }: WriteContext,
  { key, label, sortOrder = 0, stops }: TermInput,
): Promise<Term> => {
  const term = {
    id: services.ids.next(vocabulary.idPrefix),
    ...scope,
    key: await newKey(vocabulary, rows, scope, key, label),
    label,
    sortOrder,
    archived: false,
    stops: stops ?? null,
    createdAt: now,
  }
  await rows[vocabulary.table].insert(term)
  return toWire(term)
}

export const patchTerm = async (
  vocabulary: Vocabulary,
  { rows, scope }: WriteContext,
  key: string,
  patch: TermPatch,
): Promise<Term> => {
  const term = await ownTerm(vocabulary, rows, scope, key)
  await rows[vocabulary.table].update(scope, term.id, patch)
  return toWire({ ...term, ...patch })
}

export const removeTerm = async (
  vocabulary: Vocabulary,
  { rows, scope }: WriteContext,
  key: string,
): Promise<undefined> => {
  const term = await ownTerm(vocabulary, rows, scope, key)
  for (const { table, field } of vocabulary.referrers) {
    // Any table: `Referrer` has held the field against its columns.
    const referring = rows[table] as unknown as Reader<Record<string, string>>
    const users = await referring.find(scope, { [field]: key }, { limit: 1 })
    if (users.length > 0) {
      throw problem('still_referenced', `The ${vocabulary.noun} ${key} is still in use. Archive it instead.`)
    }
  }
  await rows[vocabulary.table].remove(scope, { id: term.id })
  return undefined
}

/** One of the organisation's own; a platform one cannot be changed (422 on `key`). */
const ownTerm = async (
  { noun, platform, table }: Vocabulary,
  rows: Rows,
  scope: ModeScope,
  key: string,
): Promise<TermRow> => {
  if (platform.some((term) => term.key === key)) {
    const message = `${key} is a platform ${noun} and cannot be changed or deleted.`
    throw invalid('key', message, 'platform_key', 'path')
  }
  const [row] = await rows[table].find(scope, { key }, { limit: 1 })
  if (!row) throw notFound(noun)
  return row
}

/** The key as given, or one derived from the label; what the caller names must be free, what is derived gets a suffix. */
const newKey = async (
  vocabulary: Vocabulary,
  rows: Rows,
  scope: ModeScope,
  given: string | undefined,
  label: string,
): Promise<string> => {
  const { noun, stem, platform, table } = vocabulary
  const own = new Set((await rows[table].find(scope, {})).map((term) => term.key))
  if (own.size >= maxOwnTerms) {
    throw problem('invalid_state', `There are ${maxOwnTerms} of the organisation's own already.`)
  }
  if (given !== undefined) {
    const errors = termRules(vocabulary)({ query: {}, body: { key: given } })
    if (errors.length > 0) throw validationFailed(errors)
    if (own.has(given)) throw invalid('key', `The key ${given} is already that of another ${noun}.`, 'taken')
    return given
  }
  const derived = derivedKey(label, stem)
  const taken = (key: string) => platform.some((term) => term.key === key) || own.has(key)
  let key = derived
  for (let number = 2; taken(key); number++) {
    const suffix = `_${number}`
    key = derived.slice(0, maxTermKey - suffix.length) + suffix
  }
  return key
}

/** Throws 422 on the parameter unless the term may be chosen anew: known and not archived. */
export const assertChoosable = async (
  vocabulary: Vocabulary,
  rows: Rows,
  scope: ModeScope,
  key: string,
  parameter: string,
): Promise<void> => {
  const { noun, platform, table } = vocabulary
  if (platform.some((term) => term.key === key)) return
  const [own] = await rows[table].find(scope, { key }, { limit: 1 })
  if (!own) throw invalid(parameter, `There is no ${noun} ${key}.`, 'unknown')
  if (own.archived) throw invalid(parameter, `The ${noun} ${key} is archived.`, 'archived')
}
