// Made by `node scripts/generate-messages.ts`. Do not edit.
import { type Messages, messages as english } from './en/mails.gen.ts'
import type { Formats } from './formats.ts'

export type { Messages }
/** Languages with their own names. */
export const languages = { en: 'English', de: 'Deutsch', fr: 'Français', nl: 'Nederlands' }
export type Language = keyof typeof languages

/** Exported so that tests can make a language fail. */
export const loaders: Record<Language, () => Promise<(formats: Formats) => Messages>> = {
  en: async () => english,
  de: async () => (await import('./de/mails.gen.ts')).messages,
  fr: async () => (await import('./fr/mails.gen.ts')).messages,
  nl: async () => (await import('./nl/mails.gen.ts')).messages,
}
/** Loads the messages of a language. English is part of the program. */
export const messagesIn = (language: Language): Promise<(formats: Formats) => Messages> => loaders[language]()
