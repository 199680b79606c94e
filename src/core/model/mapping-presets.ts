import type { Mode } from '../kernel/mode.ts'
import { defineTable, integer, json, jsonOrNull, type RowOf, text } from '../kernel/table.ts'
import type { Answer, Mapping } from './mapping.ts'

/** Mappings of recurring lists. */
export const mappingPresetsTable = defineTable(
  'mapping_presets',
  'mode',
  {
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    name: text(),
    mapping: json<Mapping>(),
    revision: integer(),
    createdAt: integer(),
    updatedAt: integer(),
    /** Answers to questions about its lists. */
    answers: jsonOrNull<Answer[]>(),
  },
  {
    indexes: [
      ['organisationId', 'mode', 'createdAt'],
      ['organisationId', 'mode', 'name'],
    ],
    folded: ['name'],
  },
)
export type MappingPresetRow = RowOf<typeof mappingPresetsTable>
