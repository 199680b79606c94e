import * as v from 'valibot'
import type { ModeScope } from '../../engine/scope.ts'
import { found } from '../../kernel/errors.ts'
import { toDateTime } from '../../kernel/time.ts'
import { namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { mappingSchema } from '../../model/mapping.ts'
import type { MappingPresetRow } from '../../model/mapping-presets.ts'
import type { Rows } from '../../ports/store.ts'
import { mailingName as name } from '../items/mailing-schema.ts'

const dateTime = v.pipe(v.string(), v.isoTimestamp())

export const presetSchema = namedObject('MappingPreset', 'A mapping that is kept under a name.', {
  id: v.string(),
  isTest: v.boolean(),
  name: v.string(),
  mapping: mappingSchema,
  revision: v.pipe(v.number(), v.integer()),
  createdAt: dateTime,
  updatedAt: dateTime,
})
export type MappingPreset = v.InferOutput<typeof presetSchema>

export const presetInput = namedStrictObject('MappingPresetCreate', 'A new mapping preset.', {
  name,
  mapping: mappingSchema,
})
export const presetPatch = namedStrictObject(
  'MappingPresetUpdate',
  'Changes to a mapping preset; a field that is not sent stays as it is.',
  { name: v.optional(name), mapping: v.optional(mappingSchema) },
)
export const presetParams = v.strictObject({ id: v.string() })

export const presetToWire = (row: MappingPresetRow): MappingPreset => ({
  id: row.id,
  isTest: row.mode === 'test',
  name: row.name,
  mapping: row.mapping,
  revision: row.revision,
  createdAt: toDateTime(row.createdAt),
  updatedAt: toDateTime(row.updatedAt),
})

export const presetById = async (rows: Rows, scope: ModeScope, id: string): Promise<MappingPresetRow> =>
  found(await rows.mappingPresets.get(scope, id), 'mapping preset')
