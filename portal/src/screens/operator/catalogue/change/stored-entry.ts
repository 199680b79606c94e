import { session } from '../../../../api/session.svelte.ts'
import type { Entry, Part } from '../parts.ts'

/** An unsaved change of an entry. */
export interface StoredEntry {
  /** The catalogue revision that it is based on. */
  revision: number
  /** The entry in that revision, or the initial value of a new one. */
  base: Entry
  value: Entry
  /** Typed prices by list and zone. */
  prices: Readonly<Record<string, string>>
}

/** Returns a storage key that includes the user, so that another user of this tab doesn't get the change. */
const keyOf = (part: Part, key: string): string =>
  `lettershop.catalogue.${session.current?.user.id ?? ''}.${part}.${key}`

/** Stores the change in the tab: it survives navigation and reloads, and ends with the tab. */
export const storeEntry = (part: Part, key: string, stored: StoredEntry): void => {
  if (!session.current) return
  try {
    sessionStorage.setItem(keyOf(part, key), JSON.stringify(stored))
  } catch {
    // Storage is full; the change then exists only in the page.
  }
}

export const forgetEntry = (part: Part, key: string): void => sessionStorage.removeItem(keyOf(part, key))

export const storedEntry = (part: Part, key: string): StoredEntry | undefined => {
  const stored = sessionStorage.getItem(keyOf(part, key))
  return stored === null ? undefined : JSON.parse(stored)
}
