import { foldName } from '../../address/index.ts'
import type { ModeScope } from '../../engine/caller.ts'
import type { ReadContext, WriteContext } from '../../engine/context.ts'
import type { Sent } from '../../engine/operation.ts'
import {
  asError,
  invalid,
  notFound,
  type ParameterError,
  problem,
  validationFailed,
} from '../../kernel/errors.ts'
import type { Noun } from '../../kernel/nouns.ts'
import { oneOf, type Where } from '../../kernel/query.ts'
import { checksum, shortened } from '../../kernel/text.ts'
import type { TableName, Tables } from '../../model/index.ts'
import type { TermRow } from '../../model/vocabulary.ts'
import type { Reader, Rows } from '../../ports/store.ts'
import { maxTermKey, type Term, type TermInput, type TermPatch, termKeyPattern } from './schema.ts'
import { vocabularyProblems, vocabularySentences } from './sentences.ts'

/**
 * `Énergie & climat` → `energie_climat`. Labels with too few Latin letters (`日本`, `7`) get the noun and a
 * checksum, `category_1f8zk4q`, so that a label always has the same key.
 */
export const derivedKey = (label: string, noun: string): string => {
  const latin = foldName(label)
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, maxTermKey)
    .replace(/_+$/, '')
  return termKeyPattern.test(latin) ? latin : `${noun}_${checksum(label.normalize('NFC').toLowerCase())}`
}

const { sentence } = vocabularySentences

/** A table and the field that references a term. */
type Referrer = {
  [Name in TableName]: { table: Name; field: keyof Tables[Name] & string }
}[TableName]

/** The platform's terms and the organisation's own (advertising categories, suppression reasons), by key. */
export interface Vocabulary {
  /** Used in messages. */
  noun: Noun
  /** Prefix of keys derived from labels without Latin letters. */
  stem: string
  table: 'advertisingCategories' | 'suppressionReasons'
  idPrefix: 'cat' | 'rsn'
  platform: readonly Term[]
  /** Live terms are also available in test mode, read-only. */
  appliesInBothModes?: boolean
  /** A term can't be deleted while one of these references it. Each has an index on scope and field. */
  referrers: readonly Referrer[]
}

/** Limit for each mode. The list is not paged. */
export const maxOwnTerms = 500

/** Makes platform terms, with sort orders in the given order. */
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

/** Returns the platform's terms, then the organisation's own by sort order and key. */
export const listTerms = async (
  vocabulary: Vocabulary,
  { rows, scope }: Pick<ReadContext, 'rows' | 'scope'>,
): Promise<{ data: Term[] }> => {
  const { table, platform } = vocabulary
  const order = [{ field: 'sortOrder' }, { field: 'key' }] as const
  const of = { organisationId: scope.organisationId }
  const own = await rows[table].find(of, termsOf(vocabulary, scope), { order })
  return { data: [...platform, ...withoutShadowed(own).map(toWire)] }
}

/** Matches the organisation's terms that are available in a mode. */
const termsOf = ({ appliesInBothModes }: Vocabulary, { mode }: ModeScope): Where<TermRow> =>
  appliesInBothModes && mode === 'test' ? { mode: oneOf(['live', 'test']) } : { mode }

/** Removes test terms that a live term with the same key hides. */
const withoutShadowed = (terms: readonly TermRow[]): TermRow[] => {
  const live = new Set(terms.filter(({ mode }) => mode === 'live').map(({ key }) => key))
  return terms.filter(({ mode, key }) => mode === 'live' || !live.has(key))
}

export const termRules =
  ({ noun, platform }: Vocabulary) =>
  ({ body: { key } }: Sent): ParameterError[] => {
    if (!platform.some((term) => term.key === key)) return []
    return [asError(sentence('platform_key.taken', { key: String(key), noun }), 'key')]
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
    // The type `Referrer` guarantees that the table has the field.
    const referring = rows[table] as unknown as Reader<Record<string, string>>
    // Suppressions in test mode may use a live reason, so a live reason is looked up in both modes.
    const modes = vocabulary.appliesInBothModes && scope.mode === 'live' ? {} : { mode: scope.mode }
    const of = { organisationId: scope.organisationId }
    const users = await referring.find(of, { ...modes, [field]: key }, { limit: 1 })
    if (users.length > 0) {
      throw problem(vocabularyProblems.sentence('still_referenced.term', { noun: vocabulary.noun, key }))
    }
  }
  await rows[vocabulary.table].remove(scope, { id: term.id })
  return undefined
}

/** Returns an organisation's own term. Throws 422 on `key` for a platform term, 404 for an unknown one. */
const ownTerm = async (
  { noun, platform, table }: Vocabulary,
  rows: Rows,
  scope: ModeScope,
  key: string,
): Promise<TermRow> => {
  if (platform.some((term) => term.key === key)) {
    throw invalid('key', sentence('platform_key.fixed', { key, noun }), 'path')
  }
  const [row] = await rows[table].find(scope, { key }, { limit: 1 })
  if (!row) throw notFound(noun)
  return row
}

/** Returns the given key, which must be free, or one derived from the label, with a suffix if necessary. */
const newKey = async (
  vocabulary: Vocabulary,
  rows: Rows,
  scope: ModeScope,
  given: string | undefined,
  label: string,
): Promise<string> => {
  const { noun, stem, platform, table } = vocabulary
  const of = { organisationId: scope.organisationId }
  const own = new Set((await rows[table].find(of, termsOf(vocabulary, scope))).map((term) => term.key))
  if (own.size >= maxOwnTerms) {
    throw problem(vocabularyProblems.sentence('invalid_state.too_many_terms', { limit: maxOwnTerms }))
  }
  if (given !== undefined) {
    const errors = termRules(vocabulary)({ query: {}, body: { key: given } })
    if (errors.length > 0) throw validationFailed(errors)
    if (own.has(given)) throw invalid('key', sentence('taken.term', { key: given, noun }))
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

/** Throws 422 on the parameter unless the term exists and is not archived. */
export const assertChoosable = async (
  vocabulary: Vocabulary,
  rows: Rows,
  scope: ModeScope,
  key: string,
  parameter: string,
): Promise<void> => {
  const { noun, platform, table } = vocabulary
  if (platform.some((term) => term.key === key)) return
  const of = { organisationId: scope.organisationId }
  const [own] = withoutShadowed(await rows[table].find(of, [termsOf(vocabulary, scope), { key }]))
  if (!own) throw invalid(parameter, sentence('unknown.term', { noun, key: shortened(key) }))
  if (own.archived) throw invalid(parameter, sentence('archived.term', { noun, key }))
}
