import { loaders } from 'words:api'
import { words as states } from 'words:states'
import { loadPart } from '../loading.ts'
import type { ApiMessage, Translate } from './api-messages.ts'
import { addTexts } from './area.svelte.ts'
import { formatsIn } from './formats.ts'
import { type Language, preferences } from './preferences.svelte.ts'

/** The API's messages in the languages that are loaded. */
let translations = $state.raw<Partial<Record<Language, Translate>>>({})
const loading = new Map<Language, Promise<void>>()

/** Loads the messages of a language once; they stay the API's if it can't be loaded. */
const load = (language: Language): Promise<void> => {
  const begun = loading.get(language) ?? begin(language)
  loading.set(language, begun)
  return begun
}
const begin = async (language: Language): Promise<void> => {
  const loaded = await loadPart(() => Promise.all([loaders[language](), import('./api-messages.ts')]))
  if (!loaded) {
    loading.delete(language)
    return
  }
  const [{ default: catalogue }, { translator }] = loaded
  const making = {
    formats: formatsIn(language),
    locale: () => preferences.locale,
    states: () => states(language),
  }
  translations = { ...translations, [language]: translator(catalogue, making) }
}
// English is loaded for the first message that names a state.
addTexts({ load: async (language) => (language === 'en' ? undefined : load(language)) })

/** Returns a message of the API in a language; undefined without a translation. */
export const translated = (language: Language, message: ApiMessage): string | undefined => {
  if (language === 'en' && message.params?.status !== undefined) void load(language)
  return translations[language]?.(message)
}
