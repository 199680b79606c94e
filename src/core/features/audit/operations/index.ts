import { operationsOf } from '../../../engine/operation.ts'
import * as auditLog from './audit-log.ts'

export const auditOperations = operationsOf(auditLog)
