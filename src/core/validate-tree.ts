import type * as v from 'valibot'

/** How deep a value may nest: far deeper than any schema, far shallower than a stack. */
const maxDepth = 64

/** `items[3].recipient.city`; empty for the whole value. */
export const pathOf = (issue: v.BaseIssue<unknown>): string => {
  let path = ''
  for (const part of issue.path ?? []) path = join(path, part.key as string | number)
  return path
}

const join = (path: string, key: string | number): string =>
  typeof key === 'number' ? `${path}[${key}]` : path ? `${path}.${key}` : key

interface Unstorable {
  path: string
  code: 'too_deep' | 'invalid_characters'
  message: string
}

/**
 * The first place in a value that no store could give back as it was: text with a NUL or half a surrogate
 * pair, or nesting without end.
 */
export const unstorable = (value: unknown, path = '', depth = 0): Unstorable | undefined => {
  if (typeof value === 'string') return isText(value) ? undefined : badText(path)
  if (typeof value !== 'object' || value === null) return undefined
  if (depth === maxDepth) {
    const message = `The value nests deeper than ${maxDepth} levels.`
    return { path: path.slice(0, path.search(/[.[]|$/)), code: 'too_deep', message }
  }
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) {
      const found = unstorable(entry, join(path, index), depth + 1)
      if (found) return found
    }
    return undefined
  }
  for (const [key, entry] of Object.entries(value)) {
    const found = isText(key) ? unstorable(entry, join(path, key), depth + 1) : badText(path)
    if (found) return found
  }
  return undefined
}

const isText = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

const badText = (path: string): Unstorable => ({
  path,
  code: 'invalid_characters',
  message: `${path || 'The body'} holds characters that no text can have: NUL, or half a surrogate pair.`,
})

interface Inspectable {
  type: string
  /** Of a variant: the field that tells its options apart. */
  key?: unknown
  literal?: unknown
  entries?: Record<string, Inspectable>
  /** Of a record: what judges each of its values. */
  value?: Inspectable
  item?: Inspectable
  wrapped?: Inspectable
  options?: readonly Inspectable[]
}

/** What valibot lets through or tells of only once. */
export interface ShapeFault {
  path: string
  /**
   * `unknown`: a field that no schema names. `list`: a list in the place of an object. `reserved`: a name that
   * valibot leaves out of a record without a word, with its value.
   */
  kind: 'unknown' | 'list' | 'reserved'
}

const reservedNames: ReadonlySet<string> = new Set(['__proto__', 'prototype', 'constructor'])

/**
 * All fields that no schema names, all lists in the place of an object and all reserved names: valibot's strict
 * objects stop at the first unknown field, and take a list for an object without fields.
 */
export const shapeFaults = (schema: unknown, value: unknown, path = ''): ShapeFault[] => {
  const node = nodeFor(schema as Inspectable, value)
  if (Array.isArray(value)) {
    if (node?.entries || node?.type === 'record') return [{ path, kind: 'list' }]
    return node?.item ? value.flatMap((entry, index) => shapeFaults(node.item, entry, join(path, index))) : []
  }
  if (typeof value !== 'object' || value === null || !node) return []
  if (node.type === 'record') {
    return Object.entries(value).flatMap(([key, entry]) =>
      reservedNames.has(key)
        ? [{ path: join(path, key), kind: 'reserved' as const }]
        : shapeFaults(node.value, entry, join(path, key)),
    )
  }
  const { entries } = node
  if (!entries) return []
  return Object.entries(value).flatMap(([key, entry]) => {
    const inner = join(path, key)
    if (Object.hasOwn(entries, key)) return shapeFaults(entries[key], entry, inner)
    return node.type === 'strict_object' ? [{ path: inner, kind: 'unknown' as const }] : []
  })
}

/** The schema that judges a value: inside its wrappers, and of a variant the option that the value names. */
const nodeFor = (schema: Inspectable, value: unknown): Inspectable | undefined => {
  if (schema.wrapped) return nodeFor(schema.wrapped, value)
  if (schema.type !== 'variant' || typeof schema.key !== 'string') return schema
  const named = (value as Record<string, unknown> | null)?.[schema.key]
  const chosen = schema.options?.find(
    (option) => option.entries?.[schema.key as string]?.literal === named && named !== undefined,
  )
  return chosen && nodeFor(chosen, value)
}
