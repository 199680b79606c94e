import { defineOperation } from '../../../engine/operation.ts'
import { problem } from '../../../kernel/errors.ts'
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
  errors: ['not_found', 'still_referenced'],
  async handler({ rows, scope }, { params }) {
    const { id } = await presetById(rows, scope, params.id)
    const [user] = await rows.connectors.find(scope, { presetId: id }, { limit: 1 })
    if (user) {
      throw problem('still_referenced', `The connector ${user.name} reads by this preset: change it first.`)
    }
    await rows.mappingPresets.remove(scope, { id })
    return undefined
  },
})
