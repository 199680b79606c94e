import { type Language, languages, type Messages, messagesIn } from '../../core/messages/opt-out.gen.ts'
import type { Log } from '../../core/ports/system.ts'

export interface Wishes {
  /** In the URL. */
  requested?: string | null
  /** Of the printed piece (BCP 47). */
  locale?: string | null
  /** `Accept-Language`. */
  accepted: string | null
}

/** Returns the language requested in the URL, else that of the piece, else the browser's, else English. */
export const languageOf = ({ requested = null, locale = null, accepted }: Wishes): Language => {
  if (isLanguage(requested)) return requested
  const printed = locale === null ? null : locale.split('-')[0]!.toLowerCase()
  return isLanguage(printed) ? printed : (acceptedLanguage(accepted ?? '') ?? 'en')
}

/** Returns the best match of `Accept-Language`. */
const acceptedLanguage = (accepted: string): Language | undefined => {
  const wanted = accepted
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const quality = parameters.map((text) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(text)?.[1]).find(Boolean)
      return { language: tag.split('-')[0]!, weight: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  return wanted.map(({ language }) => language).find(isLanguage)
}

const isLanguage = (text: string | null): text is Language => text !== null && Object.hasOwn(languages, text)

/** Loads the texts for a visitor: English if those of the language can't be loaded. */
export const visitorTexts = async (
  log: Log,
  wishes: Wishes,
): Promise<{ language: Language; texts: Messages }> => {
  const language = languageOf(wishes)
  try {
    return { language, texts: await messagesIn(language) }
  } catch (error) {
    log.error('a page is shown in English, because its language could not be loaded', { language, error })
    return { language: 'en', texts: await messagesIn('en') }
  }
}
