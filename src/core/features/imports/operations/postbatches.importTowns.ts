import { defineOperation } from '../../../engine/operation.ts'
import { importById } from '../import.ts'
import { importParams, townsQuery, townsSchema } from '../schema.ts'
import { townsOf } from '../towns.ts'

export const getImportTowns = defineOperation({
  id: 'postbatches.importTowns',
  method: 'GET',
  path: '/postbatches/{id}/imports/{importId}/towns',
  summary: 'The towns of an import’s list beside some postal codes',
  description:
    'Which towns the rows of the list have with these postal codes, as the mapping reads them, so that a person who mends a bad row sees that the code belongs to another town. Only rows whose postal code is one of their country count. The file is read for it, as it was uploaded: what was mended since is not in it.',
  permission: 'items.read',
  rateClass: 'export',
  effect: 'process',
  params: importParams,
  query: townsQuery,
  output: townsSchema,
  errors: ['not_found'],
  async handler(context, { params, query }) {
    const { services, scope } = context
    const row = await services.store.read((rows) => importById(rows, scope, params.id, params.importId))
    return townsOf(context, row, query.postalCodes.split(','))
  },
})
