import { createMappingPreset } from './operations/mappingPresets.create.ts'
import { getMappingPreset } from './operations/mappingPresets.get.ts'
import { listMappingPresets } from './operations/mappingPresets.list.ts'
import { patchMappingPreset } from './operations/mappingPresets.patch.ts'
import { removeMappingPreset } from './operations/mappingPresets.remove.ts'
import { suggestMappingPreset } from './operations/mappingPresets.suggest.ts'

export const mappingPresetOperations = [
  listMappingPresets,
  createMappingPreset,
  suggestMappingPreset,
  getMappingPreset,
  patchMappingPreset,
  removeMappingPreset,
]
