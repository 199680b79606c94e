import { movePostbatchItems } from './jobs/postbatches.moveItems.ts'
import { validatePostbatchItems } from './jobs/postbatches.validate.ts'
import { addPostbatchItems } from './operations/postbatches.addItems.ts'
import { approvePostbatch } from './operations/postbatches.approve.ts'
import { cancelPostbatch } from './operations/postbatches.cancel.ts'
import { createPostbatch } from './operations/postbatches.create.ts'
import { getPostbatch } from './operations/postbatches.get.ts'
import { listPostbatches } from './operations/postbatches.list.ts'
import { patchPostbatch } from './operations/postbatches.patch.ts'
import { quotePostbatch } from './operations/postbatches.quote.ts'
import { removePostbatch } from './operations/postbatches.remove.ts'
import { validatePostbatch } from './operations/postbatches.validate.ts'

export const postbatchOperations = [
  listPostbatches,
  createPostbatch,
  getPostbatch,
  patchPostbatch,
  removePostbatch,
  addPostbatchItems,
  validatePostbatch,
  quotePostbatch,
  approvePostbatch,
  cancelPostbatch,
]

export const postbatchJobs = [validatePostbatchItems, movePostbatchItems]
