import type { Schemas } from '../../api/client.ts'
import { states } from '../../messages/index.svelte.ts'
import { w } from './words.ts'

/** The label of a run's state. A run in a folder waits for a member to print it. */
export const runWord = ({ status, partner }: Pick<Schemas['Run'], 'status' | 'partner'>): string => {
  if (status !== 'HANDED_TO_PRINTER' || partner === null) return states().RunStatus[status]
  return partner === 'folder' ? w().readyToPrint : w().steps[status]
}
