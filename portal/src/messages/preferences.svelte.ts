import { type Language, languages } from 'words:languages'
import { loadAreas } from './area.svelte.ts'
import { languageOf, localeOf } from './locale.ts'
import { zone } from './time-zone.svelte.ts'

export { type Language, languages }
export type Theme = 'system' | 'light' | 'dark'

const languageKey = 'lettershop.language'
const themeKey = 'lettershop.theme'

const firstLanguage = (): Language =>
  languageOf(Object.keys(languages) as Language[], localStorage.getItem(languageKey), navigator.languages)

/** Language and appearance, stored in this browser. A signed-in user's language comes from the profile. */
class Preferences {
  language = $state<Language>(firstLanguage())
  theme = $state<Theme>((localStorage.getItem(themeKey) as Theme | null) ?? 'system')
  #requested: Language | undefined

  constructor() {
    this.show()
  }

  /** Locale of dates, times and numbers. */
  get locale(): string {
    return localeOf(this.language, navigator.languages, zone.country)
  }

  /**
   * Switches the language, to the browser's if null, once its texts are loaded, so that no screen mixes
   * languages.
   */
  async setLanguage(choice: Language | null): Promise<void> {
    if (choice) localStorage.setItem(languageKey, choice)
    else localStorage.removeItem(languageKey)
    const language = firstLanguage()
    this.#requested = language
    await this.load(language)
    // Another language may have been chosen while loading.
    if (this.#requested !== language) return
    this.language = language
    this.show()
    // Loads the texts of screens that were opened in the meantime.
    void this.load()
  }

  /** Switches to the language of a profile. Null, or a language of a later version, changes nothing. */
  async follow(language: string | null): Promise<void> {
    if (language && language in languages && language !== this.language)
      await this.setLanguage(language as Language)
  }

  setTheme(theme: Theme): void {
    this.theme = theme
    localStorage.setItem(themeKey, theme)
    this.show()
  }

  /** Loads the texts of all loaded screens; texts that can't be loaded stay English. */
  async load(language = this.language): Promise<void> {
    await loadAreas(language)
  }

  private show(): void {
    document.documentElement.lang = this.language
    if (this.theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = this.theme
  }
}

export const preferences = new Preferences()

/** Returns a module once its texts are loaded. Apply it to the `import` of a screen or of a part. */
export const worded = async <Module>(module: Module): Promise<Module> => {
  await preferences.load()
  return module
}
