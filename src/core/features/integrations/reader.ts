import type { ModeScope } from '../../engine/caller.ts'
import { tryParse } from '../../engine/validate.ts'
import type { ParameterError } from '../../kernel/errors.ts'
import { asError } from '../../kernel/errors.ts'
import { inTermsOf } from '../../kernel/sentences.ts'
import type { ConnectorRow, Mapping } from '../../model/integrations.ts'
import { columnsOfSource } from '../../model/mapping.ts'
import type { MappingPresetRow } from '../../model/mapping-presets.ts'
import type { OrganisationRow } from '../../model/organisations.ts'
import type { Rows } from '../../ports/store.ts'
import { type ItemInput, itemInput } from '../items/schema.ts'
import { createReader } from '../lists/mapping/apply.ts'
import type { Variables } from '../lists/mapping/fields.ts'
import { answersFor } from '../lists/questions.ts'
import { fieldsOf, textAt, valueAt } from './mapping.ts'
import { connectorSentences } from './sentences.ts'

/** Converts payloads for a connector. */
export interface PayloadReader {
  /** All paths that it reads: a payload without a value at any of them is of another kind. */
  places: readonly string[]
  textAt(payload: unknown, place: string): string | undefined
  /** The body of `items.create` without its `postflowId`. */
  fields(payload: unknown): Record<string, unknown>
  /** An error for each day or number that two notations read differently, of which the preset does not say which. */
  ambiguous(payload: unknown): ParameterError[]
  /** The path that a field of the item comes from; undefined where it comes from none. */
  placeOf(field: string): string | undefined
}

/**
 * The reader for a connector's own mapping, or for the current version of the mapping preset that it names.
 */
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

/** A preset's column is a name at the top level of the payload, or a path in it. */
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
  // A number of JSON has a point, like one of a workbook.
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
        .map(({ column, said }) => asError(said, column)),
    placeOf: (field) => placesOf(field)[0],
  }
}

/**
 * Converts a payload to an item. Errors name the path in the payload that a field comes from, or the field
 * itself.
 */
export const readPayload = (
  reader: PayloadReader,
  postflowId: string,
  payload: unknown,
): { input?: ItemInput; errors: ParameterError[] } => {
  // A payload that matches nothing must not create an item from defaults alone.
  const { places } = reader
  if (places.length > 0 && places.every((place) => reader.textAt(payload, place) === undefined)) {
    return { errors: [asError(connectorSentences.say('nothing_mapped'), 'body')] }
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

/** An error in the terms of the payload, for its sender. */
export const named = (error: ParameterError, reader: PayloadReader): ParameterError => {
  const place = reader.placeOf(error.parameter)
  if (place === undefined) return error
  return { ...error, ...inTermsOf(error, error.parameter, place), parameter: place }
}
