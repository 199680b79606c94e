import { defineOperation } from '../../../engine/operation.ts'
import { problem } from '../../../kernel/errors.ts'
import { presetById, presetParams } from '../preset.ts'
import { presetProblems } from '../sentences.ts'

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
      throw problem(presetProblems.say('still_referenced.preset', { connector: user.name }))
    }
    await rows.mappingPresets.remove(scope, { id })
    return undefined
  },
})
