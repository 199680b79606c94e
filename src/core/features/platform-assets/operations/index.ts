import { operationsOf } from '../../../engine/operation.ts'
import * as platformAssets from './platform-assets.ts'

export const platformAssetsOperations = operationsOf(platformAssets)
