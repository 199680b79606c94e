import { session } from '../../../../api/session.svelte.ts'
import type { Entry, Part } from '../parts.ts'

/** A change of an entry that is not saved. */
export interface KeptEntry {
  /** The revision of the catalogue that it was made of. */
  revision: number
  /** The entry as it was then, or as a new one began. */
  base: Entry
  value: Entry
  /** Prices that were typed with it, by list and zone. */
  prices: Readonly<Record<string, string>>
}

/** Another person who signs in at this tab does not find it. */
const keyOf = (part: Part, key: string): string =>
  `lettershop.catalogue.${session.current?.user.id ?? ''}.${part}.${key}`

/** Keeps what is not saved in this tab: it survives another page and a reload, and ends with the tab. */
export const keepEntry = (part: Part, key: string, kept: KeptEntry): void => {
  if (!session.current) return
  try {
    sessionStorage.setItem(keyOf(part, key), JSON.stringify(kept))
  } catch {
    // The browser gives no room; then only the page itself has it.
  }
}

export const forgetEntry = (part: Part, key: string): void => sessionStorage.removeItem(keyOf(part, key))

export const keptEntry = (part: Part, key: string): KeptEntry | undefined => {
  const kept = sessionStorage.getItem(keyOf(part, key))
  return kept === null ? undefined : JSON.parse(kept)
}
