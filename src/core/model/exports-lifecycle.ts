import { defineLifecycle } from '../kernel/lifecycle.ts'

export const exportStatuses = ['PENDING', 'PROCESSING', 'READY', 'FAILED'] as const
export type ExportStatus = (typeof exportStatuses)[number]

/** A finished export is removed with its file when it expires. */
export const exportLifecycle = defineLifecycle<ExportStatus>('export', {
  PENDING: ['PROCESSING', 'FAILED'],
  PROCESSING: ['READY', 'FAILED'],
  READY: [],
  FAILED: [],
})
