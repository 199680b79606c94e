import { defineLifecycle } from '../kernel/lifecycle.ts'

export const postflowStatuses = ['DRAFT', 'ACTIVE', 'PAUSED', 'ARCHIVED'] as const
export type PostflowStatus = (typeof postflowStatuses)[number]

/** DRAFT → ACTIVE ⇄ PAUSED → ARCHIVED. A draft that was never used may be archived too. */
export const postflowLifecycle = defineLifecycle<PostflowStatus>('Postflow', {
  DRAFT: ['ACTIVE', 'ARCHIVED'],
  ACTIVE: ['PAUSED', 'ARCHIVED'],
  PAUSED: ['ACTIVE', 'ARCHIVED'],
  ARCHIVED: [],
})
