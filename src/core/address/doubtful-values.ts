import type { Sentence } from '../kernel/sentences.ts'
import { doubtSentences } from './doubt-sentences.ts'

/** Removes brackets, quotes and marks, and folds case: `(Onbekend!)` → `onbekend`. */
const bare = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^[\s"'“”„«»‹›([{<]+|[\s"'“”«»‹›)\]}>.!?:;,]+$/gu, '')
    .trim()

const list = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .trim()
      .split(/\s*,\s*/)
      .map(bare),
  )

/** Words that are also towns or first names (`Leer`, `Ingen`, `Tom`, `Ohne`) are excluded. */
const words = list(
  `null, nil, none, undefined, n/a, n.a., n.v.t., nvt, n.b., n.n., k.a., k. a., n.d., n.c., s/o, tbd, tba, tbc, todo, n/b, s/d, \\n,
   keine angabe, keine, kein, unbekannt, nicht bekannt, nicht angegeben, ohne angabe, onbekend, niet bekend, niet ingevuld, niet van toepassing, geen, leeg,
   unknown, not known, not available, not applicable, not provided, not specified, not given, to be confirmed, blank, empty, empty string,
   inconnu, inconnue, non renseigné, non communiqué, sans objet, vide, néant, desconocido, no aplica, no consta, sin datos, vacío, ninguno,
   sconosciuto, non disponibile, vuoto, nessuno, brak, brak danych, nieznany, nie dotyczy, ukendt, okänd, saknas, uppgift saknas,
   true, false, waar, onwaar, wahr, falsch, vrai, faux, verdadero, falso, vero, prawda, fałsz, asdf, qwerty, lorem ipsum, [object object], #`,
)
/** Placeholders of names and addresses that may be valid in other texts. */
const wordsOfRecipient = list(
  `anonymous, anoniem, anonym, anonyme, anónimo, anónima, anonimo, anonima, nobody, niemand, personne, nadie, nn, nomen nescio, pending,
   geen naam, naam onbekend, geen adres, adres onbekend, no name, name unknown, no address, address unknown, kein name, ohne namen, name unbekannt, adresse unbekannt,
   sans nom, nom inconnu, sans adresse, sin nombre, senza nome, bez nazwy,
   deleted, removed, verwijderd, geanonimiseerd, anonymised, anonymized, gelöscht, anonymisiert, supprimé, anonymisé, eliminado, anonimizado, cancellato, usunięto,
   avg, gdpr, dsgvo, rgpd, rodo, zzz, do not use, niet gebruiken, nicht verwenden, ne pas utiliser, no usar, vervallen, verhuisd, moved, verzogen,
   idem, dito, ditto, id, duplicate, dubbel, duplikat, doublon`,
)
/** Placeholders only in this spelling: `Nan` and `Na` are names. */
const exact: ReadonlySet<string> = new Set(['NA', 'NaN', 'nan', 'NAN'])

/** Errors in any language, and cells too narrow for their number. */
const spreadsheetError = /^#(?:[\p{L}\d/]+[!?]|n\/?a|nv|n\/?b|n\/?d|brak|saknas|i\/t|#+)$/iu
/** Only signs, or a word in brackets. */
const signs =
  /^(?:[-–—_.*?/\\~]+|x{1,10}|[(<[{]\s*(?:leer|leeg|null|none|nil|blank|empty|vide|vac[ií]o|vuoto|puste|tom|unknown|onbekend|n\/a)\s*[)>\]}])$/iu
/** Matches text without a letter or a number other than 0, which names and addresses have. */
const nothing = /^[^\p{L}\p{N}]+$|^0+$/u
/** Remnants of programs: null values, or the name of a field. */
const leftIn =
  /(?:^|\s)(?:#N\/A|#REF!|#VALUE!|#NAME\?|#NULL!|#DIV\/0!|NULL|undefined|NaN|\[object Object\])(?=\s|$)|\{\{.*\}\}|«.*»|<<.*>>|\*\|.*\|\*|\$\{.*\}|%%\w+%%|^\$[a-z]\w*\$$|^[[{(<%$]\w*[a-z]_?[Nn]ame\w*[\]})>%$]$|^[[{(<%]?[A-Z]+_[A-Z_]+[\]})>%]?$/u

/** Longer texts are taken for sentences and not checked. */
const longest = 120

/**
 * Returns `whole` if the text is only a placeholder (`#N/A`, `n.v.t.`, `-`), `part` if a program left one in
 * it (`NULL Jansen`). More words count for names and addresses than for other values.
 */
export const placeholderIn = (text: string, isOfRecipient = false): 'whole' | 'part' | undefined => {
  const value = text.trim()
  if (value === '' || value.length > longest) return undefined
  if (exact.has(value) || signs.test(value) || spreadsheetError.test(value)) return 'whole'
  const isWord = (word: string) => words.has(word) || (isOfRecipient && wordsOfRecipient.has(word))
  const own = bare(value)
  if (isWord(own) || own.split(/\s+/).every(isWord)) return 'whole'
  if (isOfRecipient && nothing.test(value)) return 'whole'
  return leftIn.test(value) ? 'part' : undefined
}

const months =
  'jan|feb|fév|febr|mar|mrt|mär|mrz|maa|mars|märz|apr|avr|abr|kwi|mai|may|mei|maj|mag|jun|juin|giu|cze|jul|juil|lug|lip|aug|ago|aoû|août|sie|sep|sept|set|wrz|oct|okt|ott|paź|nov|lis|dec|dez|déc|dic|gru|ene|gen|sty|lut'
const changedNumber = new RegExp(
  [
    String.raw`^\d{4}-\d{2}-\d{2}(?:[t ][\d:.z]+)?$`,
    String.raw`^\d{1,2}[-/.]\d{1,2}[-/.](?:\d{2}|\d{4})$`,
    String.raw`^\d{1,2}[-/. ]{1,2}(?:${months})[\p{L}]*\.?(?:[-/. ]\d{2,4})?$`,
    String.raw`^(?:${months})[\p{L}]*\.?[-/. ]\d{1,4}$`,
    String.raw`^\d+[.,]\d+(?:e[+-]?\d+)?$`,
    String.raw`^\de[+-]\d+$`,
  ].join('|'),
  'iu',
)
/** Only spreadsheet formats: `Markt 1`, `3 Maja` and `25 Aprile` are streets. */
const changedText = new RegExp(
  [
    String.raw`^\d{4}-\d{2}-\d{2}(?:[t ][\d:.z]+)?$`,
    String.raw`^\d{1,2}[-/.]\d{1,2}[-/.](?:\d{2}|\d{4})$`,
    String.raw`^\d{1,2}(?:-|\. ?)(?:${months})\.?(?:[-. ]\d{2,4})?$`,
    String.raw`^(?:${months})-\d{2,4}$`,
    String.raw`^\d+[.,]\d+(?:e[+-]?\d+)?$`,
    String.raw`^\de[+-]\d+$`,
  ].join('|'),
  'iu',
)
const endsInChangedNumber = /\s(?:\d{4}-\d{2}-\d{2}|\d+\.0)$/

/** Detects dates and decimals instead of numbers and codes: `2026-03-01`, `12.0`, `1-mrt`. */
const isChangedNumber = (text: string): boolean => changedNumber.test(text.trim())

const isChangedText = (text: string): boolean => changedText.test(text.trim())

/** True if a date or decimal replaces the street's number. */
const endsInDate = (street: string): boolean => endsInChangedNumber.test(street.trim())

/** Escaped letters and HTML tags: `&euml;`, `\\u00eb`, `=C3=AB`, `<br>`. */
const escapes =
  /&(?:[a-z]{2,8}|#\d{2,5}|#x[\da-f]{2,5});|\\u[\da-f]{4}|=C[2-5]=[89AB][\dA-F]|%C[2-5]%[89AB][\dA-F]|_x[\dA-F]{4}_|\+AO[\w+/]-|<\/?(?:a|b|br|div|em|font|i|p|span|strong|td|tr|u)(?:\s[^>]*)?\/?>/iu
const boxes = /[\u2500-\u259F]/u
/** Signs where another code page has a letter: `stra§e`, `J³rgen`, `¸ukasz`, `MŸller`. */
const signsForLetters =
  /\p{L}[¡¢£¤¥¦§¨©¬®¯°±²³¶¸¹¿÷˘˙˚˛˜˝ˆˇ†‡‰‹›„‚…∂∆∏∑√∞∫≈≠≤≥◊]\p{L}|(?<!\p{L})[¨¯¸˘˙˚˛˜˝ˇ]\p{L}|\p{L}Ÿ\p{Ll}/u
/** A question mark for a lost letter within a word, `Ren?e`, or at its ends, `Zo? Bos`, `?tefan`. */
const lostWithin = /\p{L}\?\p{L}/u
const lostAtEnd = /\p{L}\?(?=\s\p{L}|$)|(?:^|\s)\?\p{L}/u
const email = /[^\s@]@[^\s@]+\.\p{L}{2,}/u
const url = /^(?:https?:\/\/|www\.)\S+$/iu
const formula = /^[=+]\$?[A-Z]{1,3}\$?\d{1,7}(?!\p{L})|^=\s*[A-Z.]{1,30}\(/u
/** Includes phone numbers. */
const number = /^\+?[\d\s().,/-]*\d[\d\s().,/-]*$/u
const shortestPhoneNumber = 7
const lineBreak = /\\[nr]/
const answer = /^(?:ja|nee|yes|no|nein|oui|non|sí|sì|nej|tak|nie)$/iu

/** Windows-1252 for the bytes 0x80 to 0x9F. */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ'
/** Plausible results of decoding text a second time. Others occur by chance. */
const meantLetters = /^(?:[\u00A0-\u017F\u0192\u0218-\u021B\u0370-\u04FF\u2010-\u2044\u20AC\u2122]|\p{M})+$/u
const beyondAscii = /\P{ASCII}{2,}/gu
/** Returns the first double-encoded letters of a text and their meaning; undefined if there are none. */
export const encodedTwice = (text: string): { letters: string; meant: string } | undefined => {
  for (const [letters] of text.matchAll(beyondAscii)) {
    const meant = readAgain(letters)
    if (meant !== undefined) return { letters, meant }
  }
  return undefined
}

/** Decodes UTF-8 that was read as Windows-1252: `Ã«` → `ë`. Undefined for other text. */
const readAgain = (letters: string): string | undefined => {
  const bytes = Uint8Array.from(letters, (letter) => {
    const place = windows1252.indexOf(letter)
    return place >= 0 ? 0x80 + place : letter <= 'ÿ' ? letter.charCodeAt(0) : 0
  })
  try {
    const meant = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return meantLetters.test(meant) ? meant : undefined
  } catch {
    return undefined
  }
}

/** Longer texts are taken for sentences and checked only for wrong encoding. */
const textLongest = 120

const fields: ReadonlySet<string> = new Set(['name', 'companyName', 'street', 'addressLine2', 'city'])

/**
 * True for garbled text or the wrong kind of value: an e-mail address as a name, a phone number as a city.
 * Merge fields may contain any value, so only garbled text counts there.
 */
const isUnlikelyText = (group: string, field: string, text: string): boolean => {
  if (text.includes('\uFFFD') || encodedTwice(text)) return true
  const value = text.trim()
  if (value === '' || value.length > textLongest) return false
  if (group === 'data') return escapes.test(value) || boxes.test(value)
  if (!fields.has(field)) return false
  const isGarbled = escapes.test(value) || boxes.test(value) || signsForLetters.test(value)
  if (
    isGarbled ||
    lostWithin.test(value) ||
    email.test(value) ||
    formula.test(value) ||
    lineBreak.test(value)
  )
    return true
  // Company names include `365`, `Wat nu?` and `www.example.com`.
  if (field === 'companyName') return false
  if (lostAtEnd.test(value) || url.test(value) || answer.test(value)) return true
  if (!number.test(value)) return false
  // Japanese blocks look like `1-2-3`.
  const digits = value.replace(/\D/g, '').length
  return field === 'street' || field === 'addressLine2' ? digits >= shortestPhoneNumber : true
}

const numbers: readonly string[] = ['houseNumber', 'houseNumberSuffix', 'postalCode']
/** Text fields, which a spreadsheet changes only if the whole cell looks like a date. */
const valuesWords: readonly string[] = ['name', 'companyName', 'street', 'addressLine2', 'city']
const longestShown = 40
/** Shortens a value for use in sentences. */
export const shownValue = (text: string): string => [...text].slice(0, longestShown).join('')

/** Reports a placeholder, a converted, garbled or misplaced value. `field` is dotted: `recipient.city`. */
export const doubtOf = (field: string, text: string): Sentence | undefined => {
  const [group, name = ''] = field.split('.', 2)
  if (group !== 'recipient' && group !== 'data') return undefined
  const value = shownValue(text)
  if (group === 'recipient') {
    const isDate =
      (numbers.includes(name) && isChangedNumber(text)) ||
      (valuesWords.includes(name) && isChangedText(text)) ||
      (name === 'street' && endsInDate(text))
    if (isDate) return doubtSentences.sentence('spreadsheet_value.value', { value })
    // NA is Naples and Namibia. Postal codes of letters only are refused separately.
    if (['region', 'country', 'postalCode'].includes(name) && /^\p{L}{1,3}$/u.test(text)) return undefined
  }
  if (placeholderIn(text, group === 'recipient'))
    return doubtSentences.sentence('placeholder.value', { value })
  return isUnlikelyText(group, name, text)
    ? doubtSentences.sentence('unlikely_text.value', { value })
    : undefined
}
