import type { WriteContext } from '../../engine/context.ts'
import { unknownId } from '../../engine/id-kinds.ts'
import { invalid, type ParameterError, validationFailed } from '../../kernel/errors.ts'
import type { ImportRow } from '../../model/imports.ts'
import type { Mapping } from '../../model/mapping.ts'
import { mappingSentences } from '../../model/sentences.ts'
import { unknownColumns } from '../lists/mapping/apply.ts'
import { importSentences } from './sentences.ts'

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
    throw invalid('presetId', mappingSentences.say('conflict.mapping_and_preset'))
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
  if (missing) throw invalid('presetId', misfit(preset.name, missing))
  return { mapping: preset.mapping, presetId }
}

const misfit = (preset: string, { params }: ParameterError) =>
  importSentences.say('unknown_column.preset', {
    preset,
    column: params?.column ?? '',
    known: params?.known ?? '',
  })
