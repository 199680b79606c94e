// Made by `node scripts/generate-messages.ts`. Do not edit.
import { type Messages, messages as english } from './en/opt-out.gen.ts'

export type { Messages }
/** Languages with their own names. */
export const languages = { en: 'English', de: 'Deutsch', fr: 'Français', nl: 'Nederlands' }
export type Language = keyof typeof languages

/** Exported so that tests can make a language fail. */
export const loaders: Record<Language, () => Promise<Messages>> = {
  en: async () => english,
  de: async () => (await import('./de/opt-out.gen.ts')).messages,
  fr: async () => (await import('./fr/opt-out.gen.ts')).messages,
  nl: async () => (await import('./nl/opt-out.gen.ts')).messages,
}
/** Loads the messages of a language. English is part of the program. */
export const messagesIn = (language: Language): Promise<Messages> => loaders[language]()
