import { place } from '../../api/client.ts'

/** What the list was narrowed by when it was last shown, so that the way back leads to the same tab. */
let kept = { of: '', query: '' }
const here = () => `${place.organisationId} ${place.mode}`

export const keepList = (query: string): void => {
  kept = { of: here(), query }
}
/** Empty, or with its question mark. */
export const lastList = (): string => (kept.of === here() && kept.query ? `?${kept.query}` : '')
