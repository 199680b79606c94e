import { defineLifecycle } from '../kernel/lifecycle.ts'

export const itemActionStatuses = ['PENDING', 'PROCESSING', 'COMPLETED', 'CANCELLED'] as const
export type ItemActionStatus = (typeof itemActionStatuses)[number]

/** What a cancelled one has done stays done. All of them are removed some time after they were asked for. */
export const itemActionLifecycle = defineLifecycle<ItemActionStatus>('item action', {
  PENDING: ['PROCESSING', 'COMPLETED', 'CANCELLED'],
  PROCESSING: ['COMPLETED', 'CANCELLED'],
  COMPLETED: [],
  CANCELLED: [],
})
