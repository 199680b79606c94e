import { place } from '../../api/client.ts'

/** Filters of the last shown list, so that the back link returns to the same tab. */
let last = { of: '', query: '' }
const here = () => `${place.organisationId} ${place.mode}`

export const rememberList = (query: string): void => {
  last = { of: here(), query }
}
/** Returns the last list's filters as a query string with its question mark; empty if there are none. */
export const lastList = (): string => (last.of === here() && last.query ? `?${last.query}` : '')
