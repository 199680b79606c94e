import { defineLifecycle } from '../kernel/lifecycle.ts'

export const postflowStatuses = ['DRAFT', 'ACTIVE', 'PAUSED', 'ARCHIVED'] as const
export type PostflowStatus = (typeof postflowStatuses)[number]

/** DRAFT → ACTIVE ⇄ PAUSED → ARCHIVED. An unused draft may be archived too. */
export const postflowLifecycle = defineLifecycle<PostflowStatus>('Postflow', {
  DRAFT: ['ACTIVE', 'ARCHIVED'],
  ACTIVE: ['PAUSED', 'ARCHIVED'],
  PAUSED: ['ACTIVE', 'ARCHIVED'],
  ARCHIVED: [],
})
