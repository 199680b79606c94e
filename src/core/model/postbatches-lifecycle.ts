import { defineLifecycle } from '../kernel/lifecycle.ts'

export const postbatchStatuses = [
  'DRAFT',
  'VALIDATING',
  'VALIDATED',
  'APPROVED',
  'SCHEDULED',
  'IN_PRODUCTION',
  'COMPLETED',
  'CANCELLED',
] as const
export type PostbatchStatus = (typeof postbatchStatuses)[number]

/**
 * New content makes a validated Postbatch a draft again, and so does a rejection. It can be cancelled until its cutoff time. A
 * Postbatch whose items were all suppressed or cancelled after approval is COMPLETED without production. From
 * APPROVED on it follows its items (`progress.ts`).
 */
export const postbatchLifecycle = defineLifecycle<PostbatchStatus>('Postbatch', {
  DRAFT: ['VALIDATING', 'CANCELLED'],
  VALIDATING: ['VALIDATED', 'CANCELLED'],
  VALIDATED: ['DRAFT', 'VALIDATING', 'APPROVED', 'CANCELLED'],
  APPROVED: ['SCHEDULED', 'COMPLETED', 'CANCELLED'],
  SCHEDULED: ['IN_PRODUCTION', 'COMPLETED', 'CANCELLED'],
  IN_PRODUCTION: ['COMPLETED'],
  COMPLETED: [],
  CANCELLED: [],
})

/** Statuses in which its content may change: items, imports, template. */
export const openStatuses: readonly PostbatchStatus[] = ['DRAFT', 'VALIDATED']
