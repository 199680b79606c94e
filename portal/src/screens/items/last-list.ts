import { place } from '../../api/client.ts'

/** Filters of the last shown list, so that the back link returns to the same tab. */
let kept = { of: '', query: '' }
const here = () => `${place.organisationId} ${place.mode}`

export const keepList = (query: string): void => {
  kept = { of: here(), query }
}
/** Returns a query string with its question mark, or an empty string. */
export const lastList = (): string => (kept.of === here() && kept.query ? `?${kept.query}` : '')
