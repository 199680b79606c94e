import * as v from 'valibot'
import { type ErrorLocation, maxNamed, type ParameterError, validationFailed } from '../kernel/errors.ts'
import { nearest } from '../kernel/nearest.ts'
import { type Sentence, sentenceOfRule } from '../kernel/sentences.ts'
import { characterCount, shortened } from '../kernel/text.ts'
import { validationSentences } from './validation-sentences.ts'
import type { Schema } from './wire.ts'

/** Far deeper than any schema, far from exhausting the stack. */
export const maxDepth = 64

/** Such as `items[3].recipient.city`, with long names shortened; empty for the whole value. */
const pathOf = (issue: v.BaseIssue<unknown>): string => {
  let path = ''
  for (const part of issue.path ?? []) path = join(path, part.key as string | number)
  return path
}

const join = (path: string, key: string | number): string =>
  typeof key === 'number' ? `${path}[${key}]` : path ? `${path}.${shortened(key)}` : shortened(key)

interface Unstorable {
  path: string
  sentence: Sentence
}

/**
 * Returns the first part of a value that a store could not return unchanged: text with a NUL or a lone
 * surrogate, or nesting beyond `maxDepth`. The path is built on the way back only, because a megabyte can
 * contain a million values.
 */
export const unstorable = (value: unknown): Unstorable | undefined => {
  const found = firstUnstorable(value, 0)
  if (!found) return undefined
  const path = found.keys.reduceRight<string>(join, '')
  if (found.code === 'invalid_characters') return badText(path)
  const sentence = validationSentences.sentence('too_deep', { limit: maxDepth })
  return { path: path.slice(0, path.search(/[.[]|$/)), sentence }
}

interface Found {
  code: 'too_deep' | 'invalid_characters'
  /** Keys, innermost first. */
  keys: (string | number)[]
}

const firstUnstorable = (value: unknown, depth: number): Found | undefined => {
  if (typeof value === 'string') return isText(value) ? undefined : { code: 'invalid_characters', keys: [] }
  if (typeof value !== 'object' || value === null) return undefined
  if (depth === maxDepth) return { code: 'too_deep', keys: [] }
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const found = firstUnstorable(value[index], depth + 1)
      if (found) return within(found, index)
    }
    return undefined
  }
  for (const key of Object.keys(value)) {
    if (!isText(key)) return { code: 'invalid_characters', keys: [] }
    const found = firstUnstorable((value as Record<string, unknown>)[key], depth + 1)
    if (found) return within(found, key)
  }
  return undefined
}

const within = (found: Found, key: string | number): Found => {
  found.keys.push(key)
  return found
}

const isText = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

const badText = (path: string): Unstorable => ({
  path,
  sentence:
    path === ''
      ? validationSentences.sentence('invalid_characters.body')
      : validationSentences.sentence('invalid_characters.field', { parameter: path }),
})

interface Inspectable {
  type: string
  /** Discriminating field of a variant. */
  key?: unknown
  literal?: unknown
  entries?: Record<string, Inspectable>
  /** Schema of the values of a record. */
  value?: Inspectable
  item?: Inspectable
  wrapped?: Inspectable
  options?: readonly Inspectable[]
  /** Validated by its handler (`checkedByHandler`). */
  ownCheck?: boolean
  pipe?: readonly { type: string; requirement?: unknown }[]
}

/** A fault that valibot accepts, or reports only once. */
export interface ShapeFault {
  path: string
  /**
   * `unknown`: a field missing in the schema. `list`: a list instead of an object. `reserved`: a name that
   * valibot silently drops from a record. `overfull`: too far over its limit to check each entry.
   */
  kind: 'unknown' | 'list' | 'reserved' | 'overfull'
  /** Limit of an `overfull` list or record. */
  limit?: number
  /** Existing fields, for `unknown`. */
  known?: readonly string[]
  /** The object's field that takes the `list`. */
  field?: string
}

/** Lists and records are checked up to this many entries beyond twice their limit. */
const checkedBeyond = 1000

const overfull = (node: Inspectable | undefined, size: number, path: string): ShapeFault | undefined => {
  const rule = node?.pipe?.find(({ type }) => type === 'max_length' || type === 'max_entries')
  const limit = Number(rule?.requirement)
  return size > 2 * limit + checkedBeyond ? { path, kind: 'overfull', limit } : undefined
}

const reservedNames: ReadonlySet<string> = new Set(['__proto__', 'prototype', 'constructor'])

/** Valibot stops at the first unknown field and accepts lists as objects. Up to `maxNamed` faults. */
const shapeFaults = (schema: unknown, value: unknown): ShapeFault[] => {
  const faults: ShapeFault[] = []
  collectFaults(faults, schema as Inspectable, value, '')
  return faults
}

const collectFaults = (faults: ShapeFault[], schema: Inspectable, value: unknown, path: string): void => {
  if (typeof value !== 'object' || value === null || faults.length >= maxNamed) return
  const node = nodeFor(schema, value)
  if (Array.isArray(value)) {
    const tooMany = overfull(node, value.length, path)
    if (node?.entries || node?.type === 'record') faults.push({ path, kind: 'list', ...fieldForList(node) })
    else if (tooMany) faults.push(tooMany)
    else if (node?.item)
      for (const [at, entry] of value.entries()) collectFaults(faults, node.item, entry, join(path, at))
    return
  }
  if (node?.type === 'record') collectOfRecord(faults, node, value, path)
  if (!node?.entries) return
  const { entries } = node
  for (const key of Object.keys(value)) {
    if (faults.length >= maxNamed) return
    if (Object.hasOwn(entries, key)) {
      collectFaults(faults, entries[key]!, (value as Record<string, unknown>)[key], join(path, key))
    } else if (node.type === 'strict_object')
      faults.push({ path: join(path, key), kind: 'unknown', known: Object.keys(entries) })
  }
}

const fieldForList = ({ entries = {} }: Inspectable): { field?: string } => {
  const field = Object.keys(entries).find((name) => listOf(entries[name]!))
  return field === undefined ? {} : { field }
}

const listOf = (node: Inspectable): boolean => (node.wrapped ? listOf(node.wrapped) : node.item !== undefined)

const collectOfRecord = (faults: ShapeFault[], node: Inspectable, value: object, path: string): void => {
  const entries = Object.entries(value)
  const tooMany = overfull(node, entries.length, path)
  if (tooMany) {
    faults.push(tooMany)
    return
  }
  for (const [key, entry] of entries) {
    if (reservedNames.has(key)) faults.push({ path: join(path, key), kind: 'reserved' })
    else if (node.value) collectFaults(faults, node.value, entry, join(path, key))
  }
}

/** Returns the schema without wrappers; for a variant, the option that the value names. */
const nodeFor = (schema: Inspectable, value: unknown): Inspectable | undefined => {
  if (schema.ownCheck) return undefined
  if (schema.wrapped) return nodeFor(schema.wrapped, value)
  if (schema.type !== 'variant' || typeof schema.key !== 'string') return schema
  const named = (value as Record<string, unknown> | null)?.[schema.key]
  const chosen = schema.options?.find(
    (option) => option.entries?.[schema.key as string]?.literal === named && named !== undefined,
  )
  return chosen && nodeFor(chosen, value)
}

/** Throws one 422 that names every offending parameter. */
export const parse = <Output>(schema: Schema<Output>, value: unknown, location: ErrorLocation): Output => {
  const { output, errors } = tryParse(schema, value, location)
  if (errors.length > 0) throw validationFailed(errors)
  return output as Output
}

/** Does not throw, so that errors of path, query and body can be combined. */
export const tryParse = <Output>(
  schema: Schema<Output>,
  value: unknown,
  location: ErrorLocation,
): { output?: Output; errors: ParameterError[] } => {
  const errors: ParameterError[] = []
  // A megabyte can have a hundred thousand errors: name each parameter once.
  const named = new Set<string>()
  const refuse = (parameter: string, sentence: Sentence) => {
    if (named.has(parameter) || errors.length === maxNamed) return
    named.add(parameter)
    errors.push({ parameter, location, ...sentence })
  }
  const unreadable = unstorable(value)
  if (unreadable) refuse(unreadable.path || 'body', unreadable.sentence)
  if (unreadable?.sentence.code === 'too_deep') return { errors }
  const faults = shapeFaults(schema, value)
  const hint = (written: string, known: readonly string[]) =>
    errors.length < maxHints ? nearest(written, known) : undefined
  for (const { path, kind, limit, known, field } of faults) {
    const parameter = path || 'body'
    if (kind === 'unknown') refuse(path, noSuch(location, path, hint(lastOf(path), known!)))
    else if (kind === 'reserved') refuse(path, validationSentences.sentence('reserved', { parameter: path }))
    else if (kind === 'overfull')
      refuse(parameter, validationSentences.sentence('max_length.overfull', { parameter, limit: limit! }))
    else refuse(parameter, validationSentences.sentence('invalid_type.list', { parameter, wrapper: field }))
  }
  if (errors.length === maxNamed || faults.some(({ kind }) => kind === 'overfull')) return { errors }
  const result = v.safeParse(schema, value)
  if (result.success) return errors.length > 0 ? { errors } : { output: result.output, errors }
  const lists = errors.filter((error) => error.code === 'invalid_type').map((error) => error.parameter)
  for (const issue of result.issues) {
    if (fitsAfterAll(issue)) continue
    const parameter = pathOf(issue) || 'body'
    // If a list was sent instead of an object, errors about missing fields add nothing.
    if (lists.some((list) => list === 'body' || parameter.startsWith(`${list}.`))) continue
    if (isUnknownKey(issue)) refuse(parameter, noSuch(location, parameter))
    else {
      const meant = typeof issue.input === 'string' ? hint(issue.input, valuesOf(issue)) : undefined
      refuse(parameter, sentenceOfIssue(issue, parameter, meant))
    }
  }
  return errors.length === 0 && result.typed ? { output: result.output, errors } : { errors }
}

type Issue = v.BaseIssue<unknown> & { requirement?: unknown }

/** Valibot counts UTF-16 code units; JSON Schema, and so the API document, counts characters. */
const fitsAfterAll = ({ type, input, requirement }: Issue): boolean =>
  type === 'max_length' && typeof input === 'string' && characterCount(input) <= Number(requirement)

const noSuch = (location: ErrorLocation, name: string, meant?: string): Sentence =>
  validationSentences.sentence(`unknown.${location === 'body' ? 'field' : 'parameter'}`, {
    name: shortened(name),
    meant,
  })

const isUnknownKey = (issue: Issue): boolean => issue.type === 'strict_object' && issue.expected === 'never'

/** Limit, because each hint compares the name with every field. */
export const maxHints = 10

const lastOf = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf('.'), path.lastIndexOf(']')) + 1)

/** Public codes for valibot actions named after their implementation. */
const ownCodes: Readonly<Record<string, string>> = {
  regex: 'invalid_format',
  check: 'invalid_value',
  raw_check: 'invalid_value',
}

const codeOf = (issue: Issue): string => {
  if (issue.input === undefined) return 'required'
  if (issue.type === 'picklist' || issue.type === 'literal') return 'invalid_value'
  if (issue.kind === 'schema') return 'invalid_type'
  return ownCodes[issue.type] ?? issue.type
}

/** Returns the values of a picklist, which valibot writes as `("a" | "b")`. */
const valuesOf = ({ type, expected }: Issue): string[] =>
  type === 'picklist' ? [...(expected ?? '').matchAll(/"([^"]+)"/g)].map(([, value]) => value!) : []

const sentenceOfIssue = (issue: Issue, parameter: string, meant: string | undefined): Sentence => {
  if (issue.input === undefined) return validationSentences.sentence('required.value', { parameter })
  // Prefer a sentence of the schema to a derived one.
  const own = sentenceOfRule(codeOf(issue), issue.message)
  if (own) return own
  const { requirement, input, type } = issue
  const limit = requirement as number | string
  switch (type) {
    case 'min_length':
    case 'max_length':
    case 'max_entries':
      return validationSentences.sentence(`${type}.counted`, {
        parameter,
        limit,
        unit: unitOf(input),
        length: lengthOf(input),
      })
    case 'min_value':
      return validationSentences.sentence('min_value', { parameter, limit })
    case 'max_value':
      return validationSentences.sentence('max_value.number', { parameter, limit })
    case 'integer':
    case 'safe_integer':
      return validationSentences.sentence(type, { parameter })
    default: {
      const expected = issue.expected ?? 'another value'
      const code = codeOf(issue)
      const values = { parameter, expected, received: shortened(issue.received), meant }
      if (code === 'invalid_type') return validationSentences.sentence('invalid_type.expected', values)
      if (code === 'invalid_format') return validationSentences.sentence('invalid_format.expected', values)
      if (code === 'iso_timestamp') return validationSentences.sentence('iso_timestamp.expected', values)
      return { ...validationSentences.sentence('invalid_value.expected', values), code }
    }
  }
}

const unitOf = (input: unknown): string => (typeof input === 'string' ? 'character' : 'entry')

const lengthOf = (input: unknown): number =>
  typeof input === 'string' ? characterCount(input) : Object.keys(input as object).length
