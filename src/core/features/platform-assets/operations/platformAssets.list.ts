import * as v from 'valibot'
import { wholeListOf } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { described } from '../../../kernel/wire-schema.ts'
import { mediaUrl } from '../../media/token.ts'
import { platformAssetKind, platformAssetSchema } from '../schema.ts'

export const listPlatformAssets = defineOperation({
  id: 'platformAssets.list',
  method: 'GET',
  path: '/platform-assets',
  summary: 'List the fonts and colour profiles that come with the program',
  description: 'All of them at once. A template names a font by its id, without uploading it.',
  permission: 'templates.read',
  effect: 'read',
  query: v.strictObject({ kind: described(v.optional(platformAssetKind), 'Only assets of this kind.') }),
  output: wholeListOf(platformAssetSchema),
  prepare: ({ services }) => services.renderer.platformAssets(),
  async handler({ services }, { query }, assets) {
    const data = assets
      .filter(({ kind }) => query.kind === undefined || kind === query.kind)
      .map((asset) => ({ ...asset, url: mediaUrl(services, asset.id, 'platform') }))
    return { data }
  },
})
