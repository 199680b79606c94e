import { operationsOf } from '../../../engine/operation.ts'
import * as mappingPresets from './mapping-presets.ts'

export const mappingPresetsOperations = operationsOf(mappingPresets)
