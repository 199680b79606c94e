import { defineLifecycle } from '../kernel/lifecycle.ts'

export const importStatuses = ['UPLOADED', 'MAPPED', 'PROCESSING', 'COMPLETED', 'FAILED'] as const
export type ImportStatus = (typeof importStatuses)[number]

/** Bad rows do not fail an import; an unreadable file does, and so does cancelling it. */
export const importLifecycle = defineLifecycle<ImportStatus>('import', {
  UPLOADED: ['MAPPED', 'FAILED'],
  MAPPED: ['PROCESSING', 'FAILED'],
  PROCESSING: ['COMPLETED', 'FAILED'],
  COMPLETED: [],
  FAILED: [],
})
