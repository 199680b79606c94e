import * as v from 'valibot'
import { type ErrorLocation, maxNamed, type ParameterError, validationFailed } from '../kernel/errors.ts'
import { nearest } from '../kernel/nearest.ts'
import { type Said, saidBySchema } from '../kernel/sentences.ts'
import { characterCount, shortened } from '../kernel/text.ts'
import { pathOf, shapeFaults, unstorable } from './validate-tree.ts'
import { validationSentences } from './validation-sentences.ts'
import type { Schema } from './wire.ts'

const { say } = validationSentences

/** Parses a value with a schema. Throws one 422 that names every offending parameter. */
export const parse = <Output>(schema: Schema<Output>, value: unknown, location: ErrorLocation): Output => {
  const { output, errors } = tryParse(schema, value, location)
  if (errors.length > 0) throw validationFailed(errors)
  return output as Output
}

/** Parses a value without throwing, so that the errors of path, query and body can be combined. */
export const tryParse = <Output>(
  schema: Schema<Output>,
  value: unknown,
  location: ErrorLocation,
): { output?: Output; errors: ParameterError[] } => {
  const errors: ParameterError[] = []
  // A megabyte can be wrong in a hundred thousand places, so each parameter is named once.
  const named = new Set<string>()
  const refuse = (parameter: string, said: Said) => {
    if (named.has(parameter) || errors.length === maxNamed) return
    named.add(parameter)
    errors.push({ parameter, location, ...said })
  }
  const unreadable = unstorable(value)
  if (unreadable) refuse(unreadable.path || 'body', unreadable.said)
  // A value that nests too deeply is not examined any further.
  if (unreadable?.said.code === 'too_deep') return { errors }
  const faults = shapeFaults(schema, value)
  const hint = (written: string, known: readonly string[]) =>
    errors.length < maxHints ? nearest(written, known) : undefined
  for (const { path, kind, limit, known, field } of faults) {
    const parameter = path || 'body'
    if (kind === 'unknown') refuse(path, noSuch(location, path, hint(lastOf(path), known!)))
    else if (kind === 'reserved') refuse(path, say('reserved', { parameter: path }))
    else if (kind === 'overfull') refuse(parameter, say('max_length.overfull', { parameter, limit: limit! }))
    else refuse(parameter, say('invalid_type.list', { parameter, wrapper: field }))
  }
  if (errors.length === maxNamed || faults.some(({ kind }) => kind === 'overfull')) return { errors }
  const result = v.safeParse(schema, value)
  if (result.success) return errors.length > 0 ? { errors } : { output: result.output, errors }
  const lists = errors.filter((error) => error.code === 'invalid_type').map((error) => error.parameter)
  for (const issue of result.issues) {
    if (fitsAfterAll(issue)) continue
    const parameter = pathOf(issue) || 'body'
    // Where a list stands in place of an object, errors about its missing fields say nothing new.
    if (lists.some((list) => list === 'body' || parameter.startsWith(`${list}.`))) continue
    if (isUnknownKey(issue)) refuse(parameter, noSuch(location, parameter))
    else {
      const meant = typeof issue.input === 'string' ? hint(issue.input, valuesOf(issue)) : undefined
      refuse(parameter, saidOf(issue, parameter, meant))
    }
  }
  return errors.length === 0 && result.typed ? { output: result.output, errors } : { errors }
}

type Issue = v.BaseIssue<unknown> & { requirement?: unknown }

/** Valibot counts UTF-16 code units, whereas JSON Schema, and so the API document, counts characters. */
const fitsAfterAll = ({ type, input, requirement }: Issue): boolean =>
  type === 'max_length' && typeof input === 'string' && characterCount(input) <= Number(requirement)

const noSuch = (location: ErrorLocation, name: string, meant?: string): Said =>
  say(`unknown.${location === 'body' ? 'field' : 'parameter'}`, { name: shortened(name), meant })

const isUnknownKey = (issue: Issue): boolean => issue.type === 'strict_object' && issue.expected === 'never'

/** More hints would not be read, and each compares the name with every field. */
export const maxHints = 10

const lastOf = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf('.'), path.lastIndexOf(']')) + 1)

/** Public codes for valibot actions whose names only describe how a rule is implemented. */
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

/** The values of a picklist, which valibot writes as `("a" | "b")`. */
const valuesOf = ({ type, expected }: Issue): string[] =>
  type === 'picklist' ? [...(expected ?? '').matchAll(/"([^"]+)"/g)].map(([, value]) => value!) : []

const saidOf = (issue: Issue, parameter: string, meant: string | undefined): Said => {
  if (issue.input === undefined) return say('required.value', { parameter })
  // A sentence of the schema is better than a derived one.
  const own = saidBySchema(codeOf(issue), issue.message)
  if (own) return own
  const { requirement, input, type } = issue
  const limit = requirement as number | string
  switch (type) {
    case 'min_length':
    case 'max_length':
    case 'max_entries':
      return say(`${type}.counted`, { parameter, limit, unit: unitOf(input), length: lengthOf(input) })
    case 'min_value':
      return say('min_value', { parameter, limit })
    case 'max_value':
      return say('max_value.number', { parameter, limit })
    case 'integer':
    case 'safe_integer':
      return say(type, { parameter })
    default: {
      const expected = issue.expected ?? 'another value'
      const code = codeOf(issue)
      const values = { parameter, expected, received: shortened(issue.received), meant }
      if (code === 'invalid_type') return say('invalid_type.expected', values)
      if (code === 'invalid_format') return say('invalid_format.expected', values)
      if (code === 'iso_timestamp') return say('iso_timestamp.expected', values)
      return { ...say('invalid_value.expected', values), code }
    }
  }
}

const unitOf = (input: unknown): string => (typeof input === 'string' ? 'character' : 'entry')

const lengthOf = (input: unknown): number =>
  typeof input === 'string' ? characterCount(input) : Object.keys(input as object).length
