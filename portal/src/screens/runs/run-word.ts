import { words as w } from 'words:runs'
import type { Schemas } from '../../api/client.ts'
import { states } from '../../messages/index.svelte.ts'

/** The label of a run's state. A run in a folder waits for a member to print it. */
export const runWord = ({ status, partner }: Pick<Schemas['Run'], 'status' | 'partner'>): string => {
  if (status === 'HANDED_TO_PRINTER' && partner === 'folder') return w().readyToPrint
  const words: Readonly<Partial<Record<Schemas['RunStatus'], string>>> = w().steps
  return words[status] ?? states().RunStatus[status]
}

/** Title of the dialog for spoiled pieces; delivered runs can only have returned ones. */
export const titleOf = (status: Schemas['RunStatus']): string => {
  const words = w().spoiled
  if (status === 'COMPLETED') return words.cameBack
  return status === 'HANDED_TO_CARRIER' ? words.spoiledOrReturned : words.spoiled
}
