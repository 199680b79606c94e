import { words as t } from 'words:shared'
import { words as stateWords } from 'words:states'
import type { Schemas } from '../api/client.ts'
import type { ApiMessage } from './api-messages.ts'
import { preferences } from './preferences.svelte.ts'
import { translated } from './sentences.svelte.ts'
import type { Kind } from './tones.ts'

export { type Language, languages, preferences, type Theme, worded } from './preferences.svelte.ts'
export {
  bytes,
  count,
  day,
  dayOf,
  instant,
  moment,
  money,
  nameOfCurrency,
  percent,
  second,
  secondsTime,
  timeOfDay,
  weekday,
  weekdayLong,
  weekdayMoment,
  written,
} from './written.ts'
/** The shared texts, and names of pages. */
export { t }

export type State<K extends Kind> = Schemas[K]
/** State labels in the chosen language. Fails to compile if a state has no label. */
export const states = (): { [K in Kind]: Record<State<K>, string> } => stateWords()

/** Returns a message in the chosen language; the API's English without a translation. */
export const sentenceOf = (message: ApiMessage): string =>
  translated(preferences.language, message) ?? message.message

/** Translates a reason given by the program; returns one typed by a user unchanged. */
export const wordsOf = (typed: string | null, message: ApiMessage | null): string =>
  message ? sentenceOf(message) : (typed ?? '')

/** Formats the position of a box with the language's decimal separator. */
export const placeOnPage = (box: { x: number; y: number; w: number; h: number }): string => {
  const { format } = new Intl.NumberFormat(preferences.locale, { maximumFractionDigits: 1 })
  return t().placeOnPage({ x: format(box.x), y: format(box.y), w: format(box.w), h: format(box.h) })
}
