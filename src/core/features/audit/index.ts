import { listAuditLog } from './operations/auditLog.list.ts'
import { listPlatformAuditLog } from './operations/auditLog.platform.ts'

export const auditOperations = [listAuditLog, listPlatformAuditLog]
