import { defineOperation } from '../../../engine/operation.ts'
import { problem } from '../../../kernel/errors.ts'
import { importLimits } from '../../../model/import-limits.ts'
import { assertReadable, presetInput, presetSchema, presetToWire } from '../preset.ts'
import { presetProblems } from '../sentences.ts'

export const createMappingPreset = defineOperation({
  id: 'mappingPresets.create',
  method: 'POST',
  path: '/mapping-presets',
  summary: 'Keep a mapping under a name',
  permission: 'postflows.write',
  effect: 'write',
  body: presetInput,
  output: presetSchema,
  status: 201,
  location: '/mapping-presets/{id}',
  errors: ['invalid_state'],
  async handler({ rows, scope, services, now }, { body }) {
    assertReadable(body.answers)
    if ((await rows.mappingPresets.count(scope, {})) >= importLimits.presets) {
      throw problem(presetProblems.say('invalid_state.too_many_presets', { limit: importLimits.presets }))
    }
    const preset = {
      id: services.ids.next('map'),
      ...scope,
      name: body.name,
      mapping: body.mapping,
      answers: body.answers,
      revision: 1,
      createdAt: now,
      updatedAt: now,
    }
    await rows.mappingPresets.insert(preset)
    return presetToWire(preset)
  },
})
