import { defineOperation } from '../../../engine/operation.ts'
import { assetToWire, imageById } from '../asset.ts'
import { assetParams, assetPatch, assetSchema } from '../schema.ts'

export const patchAsset = defineOperation({
  id: 'uploads.patchAsset',
  method: 'PATCH',
  path: '/assets/{id}',
  summary: 'Rename an image asset',
  permission: 'templates.write',
  effect: 'write',
  shared: true,
  params: assetParams,
  body: assetPatch,
  output: assetSchema,
  errors: ['not_found'],
  async handler(context, { params, body }) {
    const asset = await imageById(context, params.id)
    await context.rows.assets.update(context.shared, asset.id, body)
    return assetToWire(context.services, { ...asset, ...body })
  },
})
