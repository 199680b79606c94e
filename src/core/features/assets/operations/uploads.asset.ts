import { defineOperation } from '../../../engine/operation.ts'
import { assetToWire, imageById } from '../asset.ts'
import { assetParams, assetSchema } from '../schema.ts'

export const getAsset = defineOperation({
  id: 'uploads.asset',
  method: 'GET',
  path: '/assets/{id}',
  summary: 'Get an image asset with its signed addresses',
  permission: 'templates.read',
  effect: 'read',
  params: assetParams,
  output: assetSchema,
  errors: ['not_found'],
  async handler(context, { params }) {
    return assetToWire(context.services, await imageById(context, params.id))
  },
})
