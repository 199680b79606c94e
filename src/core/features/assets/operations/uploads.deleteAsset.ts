import { defineOperation } from '../../../engine/operation.ts'
import { assetById } from '../asset.ts'
import { assetParams } from '../schema.ts'

export const deleteAsset = defineOperation({
  id: 'uploads.deleteAsset',
  method: 'DELETE',
  path: '/assets/{id}',
  summary: 'Delete an asset',
  description:
    'An image, or the asset of an uploaded PDF, drawing or font. It is no longer shown, its addresses lead nowhere, and no draft that names it can be published. Published versions go on printing it.',
  permission: 'templates.write',
  effect: 'write',
  shared: true,
  params: assetParams,
  output: 'empty',
  errors: ['not_found'],
  async handler(context, { params }) {
    const asset = await assetById(context, params.id)
    await context.rows.assets.update(context.shared, asset.id, { status: 'DELETED' })
    context.work.enqueue({
      kind: 'assets.purge',
      subject: asset.id,
      organisationId: asset.organisationId,
      mode: null,
      dueAt: context.services.clock.now(),
      payload: { assetId: asset.id },
    })
    return undefined
  },
})
