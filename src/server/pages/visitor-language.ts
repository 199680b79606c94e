import { type Language, languages } from '../../core/messages/opt-out.gen.ts'

/** Returns the language requested in the URL, else the best match of `Accept-Language`, else English. */
export const languageOf = (requested: string | null, accepted: string | null): Language => {
  if (isLanguage(requested)) return requested
  const wanted = (accepted ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const quality = parameters.map((text) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(text)?.[1]).find(Boolean)
      return { language: tag.split('-')[0]!, weight: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  return wanted.map(({ language }) => language).find(isLanguage) ?? 'en'
}

const isLanguage = (text: string | null): text is Language => text !== null && Object.hasOwn(languages, text)
