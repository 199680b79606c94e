import { listAuditLog } from './operations/auditLog.list.ts'

export const auditOperations = [listAuditLog]
