import { defineOperation } from '../../../engine/operation.ts'
import { assetFileById, assetFileToWire } from '../asset.ts'
import { assetFilePatch, assetFileSchema, assetParams } from '../schema.ts'

export const patchAssetFile = defineOperation({
  id: 'uploads.patchAssetFile',
  method: 'PATCH',
  path: '/asset-files/{id}',
  summary: 'Rename an uploaded PDF, drawing or font',
  permission: 'templates.write',
  effect: 'write',
  shared: true,
  params: assetParams,
  body: assetFilePatch,
  output: assetFileSchema,
  errors: ['not_found'],
  async handler(context, { params, body }) {
    const asset = await assetFileById(context, params.id)
    await context.rows.assets.update(context.shared, asset.id, body)
    return assetFileToWire(context.services, { ...asset, ...body })
  },
})
