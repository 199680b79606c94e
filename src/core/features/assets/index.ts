import { expireUpload } from './jobs/assets.expireUpload.ts'
import { purgeAsset } from './jobs/assets.purge.ts'
import { sweepUploads } from './jobs/assets.sweep.ts'
import { getAsset } from './operations/uploads.asset.ts'
import { listAssets } from './operations/uploads.assets.ts'
import { createUpload } from './operations/uploads.create.ts'
import { deleteAsset } from './operations/uploads.deleteAsset.ts'
import { getUpload } from './operations/uploads.get.ts'
import { patchAsset } from './operations/uploads.patchAsset.ts'

export const assetOperations = [createUpload, getUpload, listAssets, getAsset, patchAsset, deleteAsset]
export const assetJobs = [expireUpload, purgeAsset, sweepUploads]
