import * as v from 'valibot'
import { wholeListOf } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { described } from '../../../kernel/wire-schema.ts'
import { platformAssetToWire } from '../instance-assets.ts'
import { platformAssetKind, platformAssetSchema } from '../schema.ts'

export const listPlatformAssets = defineOperation({
  id: 'platformAssets.list',
  method: 'GET',
  path: '/platform-assets',
  summary: 'List the fonts and colour profiles of the program and the operator',
  description:
    'All of them at once. A template names a font of the program by its id, without uploading it; fonts of the operator are asked for characters that no other font holds.',
  permission: 'templates.read',
  effect: 'read',
  query: v.strictObject({ kind: described(v.optional(platformAssetKind), 'Only assets of this kind.') }),
  output: wholeListOf(platformAssetSchema),
  prepare: ({ services }) => services.renderer.platformAssets(),
  async handler({ services }, { query }, assets) {
    const data = assets
      .filter(({ kind }) => query.kind === undefined || kind === query.kind)
      .map((asset) => platformAssetToWire(services, asset))
    return { data }
  },
})
