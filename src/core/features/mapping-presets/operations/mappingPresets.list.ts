import { defineList, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { mappingPresetsTable } from '../../../model/mapping-presets.ts'
import { presetSchema, presetToWire } from '../preset.ts'

export const listMappingPresets = defineOperation({
  id: 'mappingPresets.list',
  method: 'GET',
  path: '/mapping-presets',
  summary: 'List mapping presets',
  permission: 'items.read',
  effect: 'read',
  list: defineList(mappingPresetsTable, {
    sort: { createdAt: 'createdAt', name: 'name' },
    defaultSort: 'name',
    filters: {
      name: { type: 'text', maxLength: 120, operators: ['eq', 'contains'] },
      createdAt: periodFilter,
    },
  }),
  output: listOf(presetSchema),
  async handler({ rows, scope }, { list }) {
    return toList(list, await rows.mappingPresets.list(scope, list), presetToWire)
  },
})
