import { count } from '../../../messages/index.svelte.ts'
import type { Waiting } from './operations.ts'

/** A number of waiting events, of which not all may be counted. */
export type WaitingCount = Pick<Waiting, 'count' | 'isMore'>

/** Formats the number of waiting events, with a plus if not all were counted. */
export const waitingCount = ({ count: number, isMore }: WaitingCount): string =>
  `${count(number)}${isMore ? '+' : ''}`
