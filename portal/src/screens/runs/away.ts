import type { Schemas } from '../../api/client.ts'
import { moment } from '../../messages/index.svelte.ts'
import { w } from './words.ts'

/** Which printer is away, and whether the run waits for it or another prints it; undefined where none was away. */
export const awaySentence = ({
  away,
  printerId,
  printerName,
}: Pick<Schemas['PlatformRun'], 'away' | 'printerId' | 'printerName'>): string | undefined => {
  if (!away) return undefined
  const since = moment(away.since)
  return away.printerId === printerId
    ? w().isAway(away.printerName, since)
    : w().standsIn(away.printerName, since, printerName)
}
