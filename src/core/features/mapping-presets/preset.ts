import * as v from 'valibot'
import type { ModeScope } from '../../engine/caller.ts'
import { found } from '../../kernel/errors.ts'
import { toDateTime } from '../../kernel/time.ts'
import { described, fields, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import type { Answer } from '../../model/mapping.ts'
import { mappingSchema } from '../../model/mapping.ts'
import type { MappingPresetRow } from '../../model/mapping-presets.ts'
import type { Rows } from '../../ports/store.ts'
import { mailingName as name } from '../items/mailing-settings.ts'
import { readingBy } from '../lists/file-questions.ts'
import { answersSchema } from '../lists/questions.ts'

export const presetSchema = namedObject('MappingPreset', 'A named mapping.', {
  id: described(v.string(), 'The preset, `map_…`.'),
  isTest: fields.isTest,
  name: described(v.string(), 'Display name.'),
  mapping: described(mappingSchema, 'The mapping.'),
  answers: described(
    answersSchema,
    'Answers to questions about lists with these columns. `encoding` and `heading_row` determine how files are read.',
  ),
  revision: fields.revision,
  createdAt: fields.createdAt,
  updatedAt: fields.updatedAt,
})
export type MappingPreset = v.InferOutput<typeof presetSchema>

export const presetInput = namedStrictObject('MappingPresetCreate', 'A new mapping preset.', {
  name: described(name, 'Display name, 1 to 120 characters.'),
  mapping: described(mappingSchema, 'The mapping.'),
  answers: described(
    v.optional(answersSchema, []),
    'Answers used by every import with this preset; its own answers take precedence. `encoding` and `heading_row` determine how the file is read.',
  ),
})
export const presetPatch = namedStrictObject(
  'MappingPresetUpdate',
  'Changes to a mapping preset. Omitted fields are unchanged.',
  {
    name: described(v.optional(name), 'Display name, 1 to 120 characters.'),
    mapping: described(v.optional(mappingSchema), 'The mapping, which replaces the current one.'),
    answers: described(v.optional(answersSchema), 'The answers, which replace the current ones.'),
  },
)
export const presetParams = v.strictObject({ id: described(v.string(), 'The preset, `map_…`.') })

export const presetToWire = (row: MappingPresetRow): MappingPreset => ({
  id: row.id,
  isTest: row.mode === 'test',
  name: row.name,
  mapping: row.mapping,
  answers: row.answers ?? [],
  revision: row.revision,
  createdAt: toDateTime(row.createdAt),
  updatedAt: toDateTime(row.updatedAt),
})

/** Throws 422 for an invalid encoding or heading row. */
export const assertReadable = (answers: readonly Answer[]): void => void readingBy(answers)

export const presetById = async (rows: Rows, scope: ModeScope, id: string): Promise<MappingPresetRow> =>
  found(await rows.mappingPresets.get(scope, id), 'mapping preset')
