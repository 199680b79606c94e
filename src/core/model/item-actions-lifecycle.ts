import { defineLifecycle } from '../kernel/lifecycle.ts'

export const itemActionStatuses = ['PENDING', 'PROCESSING', 'COMPLETED', 'CANCELLED', 'REFUSED'] as const
export type ItemActionStatus = (typeof itemActionStatuses)[number]

/**
 * What a cancelled one has done stays done. A refused one has done nothing, or its caller lost the permission to do the
 * rest; then another caller can restart it. All of them are removed some time after they were asked for.
 */
export const itemActionLifecycle = defineLifecycle<ItemActionStatus>('item action', {
  PENDING: ['PROCESSING', 'COMPLETED', 'CANCELLED', 'REFUSED'],
  PROCESSING: ['COMPLETED', 'CANCELLED', 'REFUSED'],
  COMPLETED: [],
  CANCELLED: [],
  REFUSED: ['PENDING'],
})

/** Whether nothing more is done, unless a refused one is restarted. */
export const isOver = (status: ItemActionStatus): boolean => status !== 'PENDING' && status !== 'PROCESSING'
