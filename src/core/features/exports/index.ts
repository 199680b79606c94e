import { writeExport } from './jobs/exports.write.ts'
import { createExport } from './operations/exports.create.ts'
import { getExportFile } from './operations/exports.file.ts'
import { getExport } from './operations/exports.get.ts'
import { listExports } from './operations/exports.list.ts'
import { removeExport } from './operations/exports.remove.ts'

export const exportOperations = [listExports, createExport, getExport, getExportFile, removeExport]
export const exportJobs = [writeExport]
