import { words as w } from 'words:runs'
import type { Schemas } from '../../api/client.ts'

/** Describes an unavailable printer and, if any, its replacement; undefined if no printer is unavailable. */
export const awaySentence = ({
  away,
  printerId,
  printerName,
}: Pick<Schemas['PlatformRun'], 'away' | 'printerId' | 'printerName'>): string | undefined => {
  if (!away) return undefined
  const { since } = away
  return away.printerId === printerId
    ? w().isAway({ printer: away.printerName, since })
    : w().standsIn({ away: away.printerName, since, printer: printerName })
}
