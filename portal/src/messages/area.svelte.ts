import { loadPart } from '../loading.ts'
import type { Language } from './preferences.svelte.ts'
import type { Catalogue, Formats, Texts } from './value-types.ts'

/** Functions that load the other languages of an area. */
export type Translations<Words> = Partial<Record<Language, () => Promise<{ default: Catalogue<Words> }>>>

/** Texts that are loaded by language: areas whose modules are loaded, and the API's messages. */
const areas: { load: (language: Language) => Promise<void> }[] = []

/** Adds texts to those that are loaded with a language. */
export const addTexts = (texts: (typeof areas)[number]): void => {
  areas.push(texts)
}

/** Loads a language of every area on the page, including areas that are added while loading. */
export const loadAreas = async (language: Language): Promise<void> => {
  const { length } = areas
  await Promise.all(areas.map((area) => area.load(language)))
  if (areas.length > length) await loadAreas(language)
}

/** The messages of an area: English at once, other languages after `load`. */
export class Area<Words extends object> {
  readonly #formatsIn: (language: Language) => Formats
  readonly #translations: Translations<Words>
  #loaded = $state.raw<Partial<Record<Language, Texts<Words>>>>({})

  constructor(
    english: Catalogue<Words>,
    translations: Translations<Words>,
    formatsIn: (language: Language) => Formats,
  ) {
    this.#formatsIn = formatsIn
    this.#translations = translations
    this.#loaded = { en: english(formatsIn('en')) }
    addTexts(this)
  }

  async load(language: Language): Promise<void> {
    if (this.#loaded[language]) return
    const load = this.#translations[language]
    const loaded = load && (await loadPart(load))
    if (loaded) this.#loaded = { ...this.#loaded, [language]: loaded.default(this.#formatsIn(language)) }
  }

  /** The texts in a language; English until they are loaded. */
  in(language: Language): Texts<Words> {
    return this.#loaded[language] ?? this.#loaded.en!
  }
}
