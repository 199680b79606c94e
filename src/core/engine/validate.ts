import * as v from 'valibot'
import { type ErrorLocation, maxNamed, type ParameterError, validationFailed } from '../kernel/errors.ts'
import { didYouMean } from '../kernel/nearest.ts'
import { characterCount } from '../kernel/text.ts'
import { pathOf, shapeFaults, unstorable } from './validate-tree.ts'
import type { Schema } from './wire.ts'

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
  const refuse = (parameter: string, code: string, message: string) => {
    if (named.has(parameter) || errors.length === maxNamed) return
    named.add(parameter)
    errors.push({ parameter, location, code, message })
  }
  const unreadable = unstorable(value)
  if (unreadable) refuse(unreadable.path || 'body', unreadable.code, unreadable.message)
  // A value that nests too deeply is not examined any further.
  if (unreadable?.code === 'too_deep') return { errors }
  const faults = shapeFaults(schema, value)
  const hint = (written: string, known: readonly string[]) =>
    errors.length < maxHints ? didYouMean(written, known) : ''
  for (const { path, kind, limit, known, field } of faults) {
    if (kind === 'unknown') refuse(path, 'unknown', noSuch(location, path) + hint(lastOf(path), known!))
    else if (kind === 'reserved') refuse(path, 'reserved', `${path} has a reserved name; choose another.`)
    else if (kind === 'overfull')
      refuse(path || 'body', 'max_length', `${path || 'body'} has at most ${limit} entries.`)
    else
      refuse(
        path || 'body',
        'invalid_type',
        `${path || 'body'}: expected an object, received a list.${wrapped(field)}`,
      )
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
    if (isUnknownKey(issue)) refuse(parameter, 'unknown', noSuch(location, parameter))
    else {
      const meant = typeof issue.input === 'string' ? hint(issue.input, valuesOf(issue)) : ''
      refuse(parameter, codeOf(issue), messageOf(issue, parameter) + meant)
    }
  }
  return errors.length === 0 && result.typed ? { output: result.output, errors } : { errors }
}

type Issue = v.BaseIssue<unknown> & { requirement?: unknown }

/** Valibot counts UTF-16 code units, whereas JSON Schema, and so the API document, counts characters. */
const fitsAfterAll = ({ type, input, requirement }: Issue): boolean =>
  type === 'max_length' && typeof input === 'string' && characterCount(input) <= Number(requirement)

const noSuch = (location: ErrorLocation, parameter: string) =>
  `There is no ${location === 'body' ? 'field' : 'parameter'} ${shortened(parameter)}.`

const isUnknownKey = (issue: Issue): boolean => issue.type === 'strict_object' && issue.expected === 'never'

/** A hint for a list that was sent without the object around it. */
const wrapped = (field: string | undefined) => (field === undefined ? '' : ` Send {"${field}": […]}.`)

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

const messageOf = (issue: Issue, parameter: string): string => {
  if (issue.input === undefined) return `${parameter} is required.`
  // A message from the schema is better than a derived one.
  if (!issue.message.startsWith('Invalid ')) return issue.message
  const { requirement, input } = issue
  switch (issue.type) {
    case 'min_length':
      return `${parameter} has at least ${counted(requirement, input)}; this has ${lengthOf(input)}.`
    case 'max_length':
    case 'max_entries':
      return `${parameter} has at most ${counted(requirement, input)}; this has ${lengthOf(input)}.`
    case 'min_value':
      return `${parameter} is at least ${requirement}.`
    case 'max_value':
      return `${parameter} is at most ${requirement}.`
    case 'integer':
    case 'safe_integer':
      return `${parameter} is a whole number.`
    default:
      return `${parameter}: expected ${inWords(issue.expected ?? 'another value')}, received ${shortened(inWords(issue.received))}.`
  }
}

const counted = (count: unknown, input: unknown): string =>
  typeof input === 'string'
    ? `${count} character${count === 1 ? '' : 's'}`
    : `${count} ${count === 1 ? 'entry' : 'entries'}`

const lengthOf = (input: unknown): number =>
  typeof input === 'string' ? characterCount(input) : Object.keys(input as object).length

/** Valibot's names of types in the terms of JSON. */
const typeWords: Readonly<Record<string, string>> = {
  Array: 'a list',
  boolean: 'true or false',
  number: 'a number',
  Object: 'an object',
  string: 'text',
}
const inWords = (type: string): string => (Object.hasOwn(typeWords, type) ? typeWords[type]! : type)

/** The caller's text, shortened for a message. */
const shortened = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text)
