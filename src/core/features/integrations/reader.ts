import type { ModeScope } from '../../engine/caller.ts'
import { tryParse } from '../../engine/validate.ts'
import { asError, type ParameterError, validationFailed } from '../../kernel/errors.ts'
import { inTermsOf } from '../../kernel/sentences.ts'
import { isCalendarDay } from '../../kernel/time.ts'
import type { ConnectorRow, Mapping, Transform } from '../../model/integrations.ts'
import { columnsOfSource } from '../../model/mapping.ts'
import type { MappingPresetRow } from '../../model/mapping-presets.ts'
import type { OrganisationRow } from '../../model/organisations.ts'
import type { Rows } from '../../ports/store.ts'
import { type ItemInput, itemInput } from '../items/schema.ts'
import { createReader } from '../lists/mapping/apply.ts'
import type { Variables } from '../lists/mapping/fields.ts'
import { answersFor } from '../lists/questions.ts'
import { connectorSentences } from './sentences.ts'

type Rule = Mapping[string]

/** Throws 422 for rules without a source, or with two. */
export const assertMapping = (mapping: Mapping): void => {
  const errors = Object.entries(mapping).flatMap(([name, rule]): ParameterError[] => {
    if ((rule.path === undefined) !== (rule.value === undefined)) return []
    const key = rule.path === undefined ? 'required.source' : 'exclusive.source'
    return [asError(connectorSentences.sentence(key, { name }), `mapping.${name}`)]
  })
  if (errors.length > 0) throw validationFailed(errors)
}

const fieldsOf = (mapping: Mapping, payload: unknown): Record<string, unknown> => {
  const groups = { recipient: new Map<string, string>(), data: new Map(), metadata: new Map() }
  const item: Record<string, unknown> = {}
  for (const [name, rule] of Object.entries(mapping)) {
    const value = fieldOf(rule, payload)
    if (value === undefined) continue
    const dot = name.indexOf('.')
    if (dot < 0) item[name] = value
    else groups[name.slice(0, dot) as keyof typeof groups].set(name.slice(dot + 1), value)
  }
  for (const [name, fields] of Object.entries(groups)) {
    if (name !== 'metadata' || fields.size > 0) item[name] = Object.fromEntries(fields)
  }
  return item
}

const fieldOf = (rule: Rule, payload: unknown): string | undefined => {
  if (rule.value !== undefined) return rule.value
  const found = [rule.path ?? []].flat().flatMap((one) => textAt(payload, one) ?? [])
  const text = found.length > 0 ? found.join(' ') : rule.default
  return text === undefined || rule.transform === undefined ? text : change[rule.transform](text)
}

const change: Readonly<Record<Transform, (text: string) => string>> = {
  upper: (text) => text.toUpperCase(),
  lower: (text) => text.toLowerCase(),
  firstWord: (text) => text.split(/\s+/, 1)[0]!,
  lastWord: (text) => text.slice(text.search(/\S+$/)),
  // The day of a date-time in the sender's offset. Other text is left for validation to refuse.
  date: (text) => (isCalendarDay(text.slice(0, 10)) ? text.slice(0, 10) : text),
}

/** Converts numbers and booleans to text; undefined if absent or empty. */
export const textAt = (payload: unknown, path: string): string | undefined => {
  const value = valueAt(payload, path)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' ? undefined : text
}

/** Undefined if absent. */
const valueAt = (payload: unknown, path: string): unknown => {
  let value = payload
  for (const name of stepsOf(path)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value
}

const stepsOf = (path: string): string[] =>
  path.startsWith('/')
    ? path
        .slice(1)
        .split('/')
        .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    : path.split('.')

export interface PayloadReader {
  /** All paths that it reads. A payload without a value at any of them is of another kind. */
  places: readonly string[]
  textAt(payload: unknown, place: string): string | undefined
  /** The body of `items.create` without its `postflowId`. */
  fields(payload: unknown): Record<string, unknown>
  /** Days and numbers that two notations read differently, if the preset does not choose one. */
  ambiguous(payload: unknown): ParameterError[]
  /** The path from which a field of the item comes. */
  placeOf(field: string): string | undefined
}

/** Uses the connector's mapping, or the current version of its mapping preset. */
export const readerOf = async (
  rows: Rows,
  connector: ConnectorRow,
  { country }: OrganisationRow,
): Promise<PayloadReader> => {
  if (connector.mapping) return ownReader(connector.mapping)
  const scope: ModeScope = { organisationId: connector.organisationId, mode: connector.mode }
  const preset = await rows.mappingPresets.get(scope, connector.presetId!)
  const postflow = await rows.postflows.get(scope, connector.postflowId)
  const shared = { organisationId: connector.organisationId }
  const version = postflow && (await rows.templateVersions.get(shared, postflow.templateVersionId))
  return presetReader(preset!, country, version?.document.variables ?? {})
}

const ownReader = (mapping: Mapping): PayloadReader => {
  const placesOf = (field: string) => {
    const path = Object.hasOwn(mapping, field) ? mapping[field]!.path : undefined
    return [path ?? []].flat()
  }
  return {
    places: Object.keys(mapping).flatMap(placesOf),
    textAt,
    fields: (payload) => fieldsOf(mapping, payload),
    ambiguous: () => [],
    placeOf: (field) => placesOf(field)[0],
  }
}

/** A preset's column is a top-level name of the payload, or a path in it. */
const presetReader = (
  { mapping, answers }: Pick<MappingPresetRow, 'mapping' | 'answers'>,
  country: string,
  variables: Variables,
): PayloadReader => {
  const placesOf = (field: string) =>
    Object.hasOwn(mapping.fields, field) ? columnsOfSource(mapping.fields[field]!) : []
  const places = [...new Set(Object.keys(mapping.fields).flatMap(placesOf))]
  const reader = createReader(mapping, {
    ...{ heading: places, country, variables },
    answers: answersFor(answers ?? [], places),
  })
  const ownPath = (place: string) => `/${place.replaceAll('~', '~0').replaceAll('/', '~1')}`
  const cellAt = (payload: unknown, place: string) =>
    textAt(payload, ownPath(place)) ?? textAt(payload, place)
  const cellsOf = (payload: unknown) => places.map((place) => cellAt(payload, place) ?? '')
  // A JSON number has a decimal point, like one of a workbook.
  const numbersOf = (payload: unknown) =>
    places.map((place) => {
      const value = valueAt(payload, ownPath(place)) ?? valueAt(payload, place)
      return typeof value === 'number' ? String(value) : undefined
    })
  return {
    places,
    textAt: cellAt,
    fields: (payload) => reader.read(cellsOf(payload), numbersOf(payload)),
    ambiguous: (payload) =>
      reader
        .ambiguousIn(cellsOf(payload), numbersOf(payload))
        .map(({ column, sentence }) => asError(sentence, column)),
    placeOf: (field) => placesOf(field)[0],
  }
}

/** Errors name the path in the payload, or the field itself. */
export const readPayload = (
  reader: PayloadReader,
  postflowId: string,
  payload: unknown,
): { input?: ItemInput; errors: ParameterError[] } => {
  // A payload that matches nothing must not create an item from defaults alone.
  const { places } = reader
  if (places.length > 0 && places.every((place) => reader.textAt(payload, place) === undefined)) {
    return { errors: [asError(connectorSentences.sentence('nothing_mapped'), 'body')] }
  }
  const ambiguous = reader.ambiguous(payload)
  if (ambiguous.length > 0) return { errors: ambiguous }
  const item = { ...reader.fields(payload), postflowId }
  const { output, errors } = tryParse(itemInput, item, 'body')
  return {
    ...(output ? { input: output } : {}),
    errors: errors.map((error) => named(error, reader)),
  }
}

/** Translates an error into the terms of the payload, for its sender. */
export const named = (error: ParameterError, reader: PayloadReader): ParameterError => {
  const place = reader.placeOf(error.parameter)
  if (place === undefined) return error
  return { ...error, ...inTermsOf(error, error.parameter, place), parameter: place }
}
