import { count } from '../../../messages/index.svelte.ts'
import type { Waiting } from './operations.ts'

/** Formats the number of waiting events, with a plus if not all were counted. */
export const waitingCount = ({ count: number, isMore }: Waiting): string =>
  `${count(number)}${isMore ? '+' : ''}`
