import { unknownId } from '../../../engine/id-kinds.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { importById } from '../import.ts'
import { sampleQuery } from '../preset-schema.ts'
import { sampleOf } from '../sample.ts'
import { importParams, sampleSchema } from '../schema.ts'

export const getImportSample = defineOperation({
  id: 'postbatches.importSample',
  method: 'GET',
  path: '/postbatches/{id}/imports/{importId}/sample',
  summary: 'The first rows of an import’s list',
  description:
    'Its columns with some of their values, and the first rows, so that a person can say which column is which. Cells are cut off after 200 characters. With a `presetId`, what of that preset suits the list, and the questions that the list raises beside it.',
  permission: 'items.read',
  effect: 'process',
  params: importParams,
  query: sampleQuery,
  output: sampleSchema,
  errors: ['not_found'],
  async handler(context, { params, query: { presetId } }) {
    const { services, scope } = context
    const { row, preset } = await services.store.read(async (rows) => ({
      row: await importById(rows, scope, params.id, params.importId),
      preset: presetId === undefined ? undefined : await rows.mappingPresets.get(scope, presetId),
    }))
    if (presetId !== undefined && !preset) throw unknownId('presetId', 'map', presetId)
    return sampleOf(context, row, preset)
  },
})
