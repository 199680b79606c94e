import { defineOperation } from '../../../engine/operation.ts'
import { assetFileById, assetFileToWire } from '../asset.ts'
import { assetFileSchema, assetParams } from '../schema.ts'

export const getAssetFile = defineOperation({
  id: 'uploads.assetFile',
  method: 'GET',
  path: '/asset-files/{id}',
  summary: 'Get an uploaded PDF, drawing or font with its signed address',
  permission: 'templates.read',
  effect: 'read',
  params: assetParams,
  output: assetFileSchema,
  errors: ['not_found'],
  async handler(context, { params }) {
    return assetFileToWire(context.services, await assetFileById(context, params.id))
  },
})
