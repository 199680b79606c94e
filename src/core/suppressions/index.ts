import { createSuppression } from './operations/suppressions.create.ts'
import { listSuppressions } from './operations/suppressions.list.ts'
import { removeSuppression } from './operations/suppressions.remove.ts'

export const suppressionOperations = [listSuppressions, createSuppression, removeSuppression]
