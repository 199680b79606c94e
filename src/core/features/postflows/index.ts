import { movePostflowItems } from './jobs/postflows.moveItems.ts'
import { activatePostflow } from './operations/postflows.activate.ts'
import { archivePostflow } from './operations/postflows.archive.ts'
import { createPostflow } from './operations/postflows.create.ts'
import { getPostflowFields } from './operations/postflows.fields.ts'
import { getPostflow } from './operations/postflows.get.ts'
import { listPostflows } from './operations/postflows.list.ts'
import { patchPostflow } from './operations/postflows.patch.ts'
import { pausePostflow } from './operations/postflows.pause.ts'
import { resumePostflow } from './operations/postflows.resume.ts'

export const postflowOperations = [
  listPostflows,
  createPostflow,
  getPostflow,
  patchPostflow,
  activatePostflow,
  pausePostflow,
  resumePostflow,
  archivePostflow,
  getPostflowFields,
]

export const postflowJobs = [movePostflowItems]
