import { defineOperation } from '../../../engine/operation.ts'
import { addInstanceAsset } from '../add.ts'
import { platformAssetToWire, toPlatformAsset } from '../instance-assets.ts'
import { instanceAssetLimits } from '../limits.ts'
import { instanceAssetQuery, platformAssetSchema } from '../schema.ts'

export const addPlatformAsset = defineOperation({
  id: 'platformAssets.add',
  method: 'POST',
  path: '/platform-assets',
  summary: 'Add a fallback font or an output profile to the instance',
  description:
    'For operators. The body is the file itself. A font (TrueType, OpenType, WOFF or one of a collection, e.g. of Chinese characters) is asked for characters that no other font holds, in every template that is published already, too; other servers of the instance know it within seconds. A profile (ICC, a printer’s, CMYK) may be named by the sheet of a specification.',
  permission: 'platform.admin',
  audience: 'user',
  rateClass: 'upload',
  effect: 'process',
  query: instanceAssetQuery,
  bytes: {
    mediaTypes: [
      'font/ttf',
      'font/otf',
      'font/woff',
      'font/woff2',
      'font/collection',
      'application/vnd.iccprofile',
      'application/octet-stream',
    ],
    limitBytes: Math.max(instanceAssetLimits.fontBytes, instanceAssetLimits.profileBytes),
  },
  output: platformAssetSchema,
  status: 201,
  location: '/platform-assets/{id}',
  async handler(context, { query, bytes }) {
    const row = await addInstanceAsset(context, query, bytes!)
    return platformAssetToWire(context.services, toPlatformAsset(row))
  },
})
