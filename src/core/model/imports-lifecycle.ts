import { defineLifecycle } from '../kernel/lifecycle.ts'

export const importStatuses = ['UPLOADED', 'MAPPED', 'PROCESSING', 'COMPLETED', 'FAILED'] as const
export type ImportStatus = (typeof importStatuses)[number]

/**
 * Bad rows do not fail an import; an unreadable file does, and so does cancelling it. One whose caller lost the
 * permission can be restarted.
 */
export const importLifecycle = defineLifecycle<ImportStatus>('import', {
  UPLOADED: ['MAPPED', 'FAILED'],
  MAPPED: ['PROCESSING', 'FAILED'],
  PROCESSING: ['COMPLETED', 'FAILED'],
  COMPLETED: [],
  FAILED: ['MAPPED'],
})

/** Whether nothing more is imported, unless a failed one is restarted. */
export const isImportOver = (status: ImportStatus): boolean => status === 'COMPLETED' || status === 'FAILED'
