import { loadPart } from '../loading.ts'
import type { ApiMessage } from './dutch.ts'
import type { StateWords } from './moves.ts'
import type { Language } from './preferences.svelte.ts'

/** Dutch sentences of the API's messages, loaded only for Dutch. */
let dutch = $state.raw<typeof import('./dutch.ts') | undefined>()

/** Loads the sentences of a language; messages stay English if they can't be loaded. */
export const loadSentences = async (language: Language): Promise<void> => {
  if (language === 'nl') dutch ??= await loadPart(() => import('./dutch.ts'))
}

/** Returns a message of the API in a language; undefined without a translation. */
export const translated = (
  language: Language,
  message: ApiMessage,
  states: StateWords,
): string | undefined => (language === 'nl' ? dutch?.inDutch(message, states) : undefined)
