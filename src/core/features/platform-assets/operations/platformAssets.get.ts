import { defineOperation } from '../../../engine/operation.ts'
import { notFound } from '../../../kernel/errors.ts'
import { platformAssetToWire } from '../instance-assets.ts'
import { platformAssetParams, platformAssetSchema } from '../schema.ts'

export const getPlatformAsset = defineOperation({
  id: 'platformAssets.get',
  method: 'GET',
  path: '/platform-assets/{id}',
  summary: 'Get a font or a colour profile of the program or the operator',
  permission: 'templates.read',
  effect: 'read',
  params: platformAssetParams,
  output: platformAssetSchema,
  errors: ['not_found'],
  prepare: ({ services }) => services.renderer.platformAssets(),
  async handler({ services }, { params }, assets) {
    const asset = assets.find(({ id }) => id === params.id)
    if (!asset) throw notFound('platform asset')
    return platformAssetToWire(services, asset)
  },
})
