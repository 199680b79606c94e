import type { WriteContext } from '../../engine/context.ts'
import { unknownId } from '../../engine/id-kinds.ts'
import { invalid, validationFailed } from '../../kernel/errors.ts'
import type { ImportRow } from '../../model/imports.ts'
import type { Mapping } from '../../model/mapping.ts'
import { unknownColumns } from '../lists/mapping/apply.ts'

interface Choice {
  mapping?: Mapping | undefined
  presetId?: string | undefined
}

/**
 * The mapping that the request names, directly or by a preset; undefined where it names none. Throws 422 for
 * columns that the file does not have.
 */
export const chosenMapping = async (
  { rows, scope }: Pick<WriteContext, 'rows' | 'scope'>,
  { mapping, presetId }: Choice,
  heading: readonly string[],
): Promise<Pick<ImportRow, 'mapping' | 'presetId'> | undefined> => {
  if (mapping && presetId !== undefined) {
    throw invalid('presetId', 'Name a mapping or a preset, not both.', 'conflict')
  }
  if (mapping) {
    const unknown = unknownColumns(mapping, heading)
    if (unknown.length > 0) throw validationFailed(unknown)
    return { mapping, presetId: null }
  }
  if (presetId === undefined) return undefined
  const preset = await rows.mappingPresets.get(scope, presetId)
  if (!preset) throw unknownId('presetId', 'map', presetId)
  const [missing] = unknownColumns(preset.mapping, heading)
  if (missing) throw invalid('presetId', `${preset.name} does not fit: ${missing.message}`, 'unknown_column')
  return { mapping: preset.mapping, presetId }
}
