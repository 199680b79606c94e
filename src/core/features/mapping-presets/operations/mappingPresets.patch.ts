import { defineOperation } from '../../../engine/operation.ts'
import { assertRevision } from '../../../kernel/revision.ts'
import {
  assertReadable,
  presetById,
  presetParams,
  presetPatch,
  presetSchema,
  presetToWire,
} from '../preset.ts'

export const patchMappingPreset = defineOperation({
  id: 'mappingPresets.patch',
  method: 'PATCH',
  path: '/mapping-presets/{id}',
  summary: 'Change a mapping preset',
  description: 'Imports that were made with it keep the mapping as it was; connectors follow it.',
  permission: 'postflows.write',
  effect: 'write',
  params: presetParams,
  body: presetPatch,
  output: presetSchema,
  ifMatch: true,
  errors: ['not_found', 'revision_conflict'],
  async handler({ rows, scope, now }, { params, body, ifMatch }) {
    assertReadable(body.answers ?? [])
    const preset = await presetById(rows, scope, params.id)
    assertRevision(ifMatch, preset.revision, 'mapping preset')
    const changed = {
      name: body.name ?? preset.name,
      mapping: body.mapping ?? preset.mapping,
      answers: body.answers ?? preset.answers,
      revision: preset.revision + 1,
      updatedAt: now,
    }
    await rows.mappingPresets.update(scope, preset.id, changed)
    return presetToWire({ ...preset, ...changed })
  },
})
