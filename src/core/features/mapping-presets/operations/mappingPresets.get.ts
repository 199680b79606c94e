import { defineOperation } from '../../../engine/operation.ts'
import { presetById, presetParams, presetSchema, presetToWire } from '../preset.ts'

export const getMappingPreset = defineOperation({
  id: 'mappingPresets.get',
  method: 'GET',
  path: '/mapping-presets/{id}',
  summary: 'One mapping preset',
  permission: 'items.read',
  effect: 'read',
  params: presetParams,
  output: presetSchema,
  errors: ['not_found'],
  async handler({ rows, scope }, { params }) {
    return presetToWire(await presetById(rows, scope, params.id))
  },
})
