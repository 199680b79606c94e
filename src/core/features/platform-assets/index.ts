import { getPlatformAsset } from './operations/platformAssets.get.ts'
import { listPlatformAssets } from './operations/platformAssets.list.ts'

export const platformAssetOperations = [listPlatformAssets, getPlatformAsset]
