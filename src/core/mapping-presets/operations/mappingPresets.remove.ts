import { defineOperation } from '../../operation.ts'
import { presetById, presetParams } from '../preset.ts'

export const removeMappingPreset = defineOperation({
  id: 'mappingPresets.remove',
  method: 'DELETE',
  path: '/mapping-presets/{id}',
  summary: 'Delete a mapping preset',
  permission: 'postflows.write',
  effect: 'write',
  params: presetParams,
  output: 'empty',
  errors: ['not_found'],
  async handler({ rows, scope }, { params }) {
    const { id } = await presetById(rows, scope, params.id)
    await rows.mappingPresets.remove(scope, [{ field: 'id', op: 'eq', value: id }])
    return undefined
  },
})
