import { count } from '../../../messages/index.svelte.ts'
import type { Waiting } from './operations.ts'

/** How many events wait, with a plus where they were not all counted. */
export const waitingCount = ({ count: number, isMore }: Waiting): string =>
  `${count(number)}${isMore ? '+' : ''}`
