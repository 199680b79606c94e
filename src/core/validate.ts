import * as v from 'valibot'
import { type ErrorLocation, type ParameterError, validationFailed } from './errors.ts'
import type { Schema } from './operation.ts'

/** Parses with a schema; throws one 422 that names every offending parameter (SPEC "Errors"). */
export const parse = <Output>(schema: Schema<Output>, value: unknown, location: ErrorLocation): Output => {
  const { output, errors } = tryParse(schema, value, location)
  if (errors.length > 0) throw validationFailed(errors)
  return output as Output
}

/** The same without throwing, so that the errors of body, query and path come together. */
export const tryParse = <Output>(
  schema: Schema<Output>,
  value: unknown,
  location: ErrorLocation,
): { output?: Output; errors: ParameterError[] } => {
  const result = v.safeParse(schema, value)
  if (result.success) return { output: result.output, errors: [] }
  const errors: ParameterError[] = unknownKeys(schema, value, location, '')
  for (const issue of result.issues) {
    const parameter = pathOf(issue)
    const unknown = issue.type === 'strict_object' && issue.expected === 'never'
    if (unknown || errors.some((error) => error.parameter === parameter)) continue
    errors.push({ parameter, location, code: codeOf(issue), message: messageOf(issue, parameter) })
  }
  return { errors }
}

/** `items[3].recipient.city`; the whole value is `body`. */
const pathOf = (issue: v.BaseIssue<unknown>): string => {
  let path = ''
  for (const part of issue.path ?? []) {
    path = join(path, part.key as string | number)
  }
  return path || 'body'
}

const join = (path: string, key: string | number): string =>
  typeof key === 'number' ? `${path}[${key}]` : path ? `${path}.${key}` : key

const codeOf = (issue: v.BaseIssue<unknown>): string => {
  if (issue.input === undefined || issue.received === 'undefined') return 'required'
  return issue.kind === 'schema' ? 'invalid_type' : issue.type
}

const messageOf = (issue: v.BaseIssue<unknown>, parameter: string): string => {
  if (codeOf(issue) === 'required') return `${parameter} is required.`
  return issue.message.startsWith('Invalid ')
    ? `${parameter}: expected ${issue.expected ?? 'another value'}, received ${issue.received}.`
    : issue.message
}

interface Inspectable {
  type: string
  entries?: Record<string, Inspectable>
  item?: Inspectable
  wrapped?: Inspectable
  pipe?: Inspectable[]
}

/** valibot's strict objects stop at the first unknown key; this names all of them, however deep. */
const unknownKeys = (
  schema: unknown,
  value: unknown,
  location: ErrorLocation,
  path: string,
): ParameterError[] => {
  const node = unwrap(schema as Inspectable)
  if (Array.isArray(value) && node.item) {
    return value.flatMap((entry, index) => unknownKeys(node.item, entry, location, join(path, index)))
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !node.entries) return []
  return Object.entries(value).flatMap(([key, entry]) => {
    const parameter = join(path, key)
    if (Object.hasOwn(node.entries!, key)) return unknownKeys(node.entries![key], entry, location, parameter)
    if (node.type !== 'strict_object') return []
    return [{ parameter, location, code: 'unknown', message: `There is no field ${parameter}.` }]
  })
}

const unwrap = (schema: Inspectable): Inspectable => {
  if (schema.wrapped) return unwrap(schema.wrapped)
  return schema
}
