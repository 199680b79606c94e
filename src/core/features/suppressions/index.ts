import { importSuppressions } from './jobs/suppressions.import.ts'
import { createSuppressionReason } from './operations/suppressionReasons.create.ts'
import { listSuppressionReasons } from './operations/suppressionReasons.list.ts'
import { patchSuppressionReason } from './operations/suppressionReasons.patch.ts'
import { removeSuppressionReason } from './operations/suppressionReasons.remove.ts'
import { checkSuppression } from './operations/suppressions.check.ts'
import { createSuppression } from './operations/suppressions.create.ts'
import { exportSuppressions } from './operations/suppressions.exportCsv.ts'
import { getSuppression } from './operations/suppressions.get.ts'
import { getSuppressionImport } from './operations/suppressions.getImport.ts'
import { importSuppressionList } from './operations/suppressions.import.ts'
import { getSuppressionImportErrors } from './operations/suppressions.importErrors.ts'
import { listSuppressionImports } from './operations/suppressions.imports.ts'
import { listSuppressions } from './operations/suppressions.list.ts'
import { patchSuppression } from './operations/suppressions.patch.ts'
import { removeSuppression } from './operations/suppressions.remove.ts'

export const suppressionOperations = [
  listSuppressionReasons,
  createSuppressionReason,
  patchSuppressionReason,
  removeSuppressionReason,
  listSuppressions,
  createSuppression,
  checkSuppression,
  importSuppressionList,
  exportSuppressions,
  listSuppressionImports,
  getSuppressionImport,
  getSuppressionImportErrors,
  getSuppression,
  patchSuppression,
  removeSuppression,
]

export const suppressionJobs = [importSuppressions]
