import { expireUpload } from './jobs/assets.expireUpload.ts'
import { createUpload } from './operations/uploads.create.ts'
import { getUpload } from './operations/uploads.get.ts'

export const assetOperations = [createUpload, getUpload]
export const assetJobs = [expireUpload]
