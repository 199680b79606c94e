import type { Schemas } from '../../api/client.ts'
import { states } from '../../messages/index.svelte.ts'
import { w } from './words.ts'

/** What the state of a run is called. One in a folder waits for a member who prints it. */
export const runWord = ({ status, partner }: Pick<Schemas['Run'], 'status' | 'partner'>): string => {
  if (status !== 'HANDED_TO_PRINTER' || partner === null) return states().RunStatus[status]
  return partner === 'folder' ? w().readyToPrint : w().steps[status]
}
