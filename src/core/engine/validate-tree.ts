import type * as v from 'valibot'
import { maxNamed } from '../kernel/errors.ts'
import type { Said } from '../kernel/sentences.ts'
import { shortened } from '../kernel/text.ts'
import { validationSentences } from './validation-sentences.ts'

/** How deep a value may nest: far deeper than any schema, and far from exhausting the stack. */
export const maxDepth = 64

/**
 * The path of an issue, e.g. `items[3].recipient.city`, in which long names are shortened; empty for the whole
 * value.
 */
export const pathOf = (issue: v.BaseIssue<unknown>): string => {
  let path = ''
  for (const part of issue.path ?? []) path = join(path, part.key as string | number)
  return path
}

const join = (path: string, key: string | number): string =>
  typeof key === 'number' ? `${path}[${key}]` : path ? `${path}.${shortened(key)}` : shortened(key)

interface Unstorable {
  path: string
  said: Said
}

/**
 * The first place in a value that a store could not return as it was: text with a NUL or a lone surrogate, or
 * nesting beyond `maxDepth`. The path is built only on the way back, because a megabyte can hold a million
 * values.
 */
export const unstorable = (value: unknown): Unstorable | undefined => {
  const found = firstUnstorable(value, 0)
  if (!found) return undefined
  const path = found.keys.reduceRight<string>(join, '')
  if (found.code === 'invalid_characters') return badText(path)
  const said = validationSentences.say('too_deep', { limit: maxDepth })
  return { path: path.slice(0, path.search(/[.[]|$/)), said }
}

interface Found {
  code: 'too_deep' | 'invalid_characters'
  /** Keys from the innermost to the outermost. */
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
  said:
    path === ''
      ? validationSentences.say('invalid_characters.body')
      : validationSentences.say('invalid_characters.field', { parameter: path }),
})

interface Inspectable {
  type: string
  /** For a variant, the field that distinguishes its options. */
  key?: unknown
  literal?: unknown
  entries?: Record<string, Inspectable>
  /** For a record, the schema of its values. */
  value?: Inspectable
  item?: Inspectable
  wrapped?: Inspectable
  options?: readonly Inspectable[]
  /** Its handler judges it (`checkedByHandler`). */
  ownCheck?: boolean
  /** A schema and the rules that follow it. */
  pipe?: readonly { type: string; requirement?: unknown }[]
}

/** A fault that valibot accepts, or reports only for its first occurrence. */
export interface ShapeFault {
  path: string
  /**
   * `unknown`: a field that the schema does not name. `list`: a list in place of an object. `reserved`: a
   * name that valibot silently drops from a record. `overfull`: so far beyond its limit that checking every
   * entry would take long.
   */
  kind: 'unknown' | 'list' | 'reserved' | 'overfull'
  /** For `overfull`, the limit. */
  limit?: number
  /** For `unknown`, the fields that exist. */
  known?: readonly string[]
  /** For `list`, the field of the object that takes a list. */
  field?: string
}

/** A list or record is checked while it has at most this many entries more than twice its limit. */
const checkedBeyond = 1000

const overfull = (node: Inspectable | undefined, size: number, path: string): ShapeFault | undefined => {
  const rule = node?.pipe?.find(({ type }) => type === 'max_length' || type === 'max_entries')
  const limit = Number(rule?.requirement)
  return size > 2 * limit + checkedBeyond ? { path, kind: 'overfull', limit } : undefined
}

const reservedNames: ReadonlySet<string> = new Set(['__proto__', 'prototype', 'constructor'])

/**
 * Finds unknown fields, lists in place of objects and reserved names, up to `maxNamed`: valibot's strict
 * objects stop at the first unknown field and take a list for an object without fields.
 */
export const shapeFaults = (schema: unknown, value: unknown): ShapeFault[] => {
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

/**
 * The schema that applies to a value: without its wrappers, and for a variant the option that the value
 * names.
 */
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
