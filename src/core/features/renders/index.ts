import { renderPreview } from './jobs/renders.render.ts'
import { createRender } from './operations/renders.create.ts'
import { getRenderFile } from './operations/renders.file.ts'
import { getRender } from './operations/renders.get.ts'

export const renderOperations = [createRender, getRender, getRenderFile]
export const renderJobs = [renderPreview]
