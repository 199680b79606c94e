import type { Schemas } from '../../api/client.ts'
import { moment } from '../../messages/index.svelte.ts'
import { w } from './words.ts'

/** Describes an unavailable printer and whether the run waits for it; undefined if none was unavailable. */
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
