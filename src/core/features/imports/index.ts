import { forgetImport } from './jobs/imports.forget.ts'
import { processImport } from './jobs/imports.process.ts'
import { cancelImport } from './operations/postbatches.cancelImport.ts'
import { createImport } from './operations/postbatches.createImport.ts'
import { getImport } from './operations/postbatches.getImport.ts'
import { getImportErrors } from './operations/postbatches.importErrors.ts'
import { listImports } from './operations/postbatches.imports.ts'
import { patchImport } from './operations/postbatches.patchImport.ts'

export const importOperations = [
  listImports,
  createImport,
  getImport,
  patchImport,
  cancelImport,
  getImportErrors,
]

export const importJobs = [processImport, forgetImport]
