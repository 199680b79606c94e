import { defineLifecycle } from '../kernel/lifecycle.ts'

export const itemActionStatuses = ['PENDING', 'PROCESSING', 'COMPLETED', 'CANCELLED', 'REFUSED'] as const
export type ItemActionStatus = (typeof itemActionStatuses)[number]

/**
 * What a cancelled one has done stays done; a refused one has done nothing. All of them are removed some time after they
 * were asked for.
 */
export const itemActionLifecycle = defineLifecycle<ItemActionStatus>('item action', {
  PENDING: ['PROCESSING', 'COMPLETED', 'CANCELLED', 'REFUSED'],
  PROCESSING: ['COMPLETED', 'CANCELLED'],
  COMPLETED: [],
  CANCELLED: [],
  REFUSED: [],
})
