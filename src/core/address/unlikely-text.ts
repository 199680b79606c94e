/** What programs make of letters when they write them for other programs: `&euml;`, `\\u00eb`, `=C3=AB`, `<br>`. */
const escapes =
  /&(?:[a-z]{2,8}|#\d{2,5}|#x[\da-f]{2,5});|\\u[\da-f]{4}|=C[2-5]=[89AB][\dA-F]|%C[2-5]%[89AB][\dA-F]|_x[\dA-F]{4}_|\+AO[\w+/]-|<\/?(?:a|b|br|div|em|font|i|p|span|strong|td|tr|u)(?:\s[^>]*)?\/?>/iu
/** Boxes of DOS. */
const boxes = /[\u2500-\u259F]/u
/** Signs within a word or before it, where another code page has a letter: `stra§e`, `J³rgen`, `¸ukasz`, `MŸller`. */
const signsForLetters =
  /\p{L}[¡¢£¤¥¦§¨©¬®¯°±²³¶¸¹¿÷˘˙˚˛˜˝ˆˇ†‡‰‹›„‚…∂∆∏∑√∞∫≈≠≤≥◊]\p{L}|(?<!\p{L})[¨¯¸˘˙˚˛˜˝ˇ]\p{L}|\p{L}Ÿ\p{Ll}/u
/** A question mark for a letter that an encoding lacks: `Ren?e`; and at an end of a word: `Zo? Bos`, `?tefan`. */
const lostWithin = /\p{L}\?\p{L}/u
const lostAtEnd = /\p{L}\?(?=\s\p{L}|$)|(?:^|\s)\?\p{L}/u
const email = /[^\s@]@[^\s@]+\.\p{L}{2,}/u
const url = /^(?:https?:\/\/|www\.)\S+$/iu
const formula = /^[=+]\$?[A-Z]{1,3}\$?\d{1,7}(?!\p{L})|^=\s*[A-Z.]{1,30}\(/u
/** Numbers alone, and telephone numbers. */
const number = /^\+?[\d\s().,/-]*\d[\d\s().,/-]*$/u
const shortestTelephone = 7
const lineBreak = /\\[nr]/
const answer = /^(?:ja|nee|yes|no|nein|oui|non|sí|sì|nej|tak|nie)$/iu

/** What Windows-1252 has in the place of the control characters 0x80 to 0x9F. */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ'
/** Letters and marks that text in UTF-8 is made of again; others come together by chance. */
const meantLetters = /^(?:[\u00A0-\u017F\u0192\u0218-\u021B\u0370-\u04FF\u2010-\u2044\u20AC\u2122]|\p{M})+$/u
const beyondAscii = /\P{ASCII}{2,}/gu
/** The first letters of a text that were encoded twice, and what was meant; undefined where none were. */
export const encodedTwice = (text: string): { letters: string; meant: string } | undefined => {
  for (const [letters] of text.matchAll(beyondAscii)) {
    const meant = readAgain(letters)
    if (meant !== undefined) return { letters, meant }
  }
  return undefined
}

/** Letters that are the bytes of UTF-8, read as Windows-1252: `Ã«` → `ë`. */
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

/** Longer texts are sentences. */
const longest = 120

/** Fields of a recipient that hold words. */
const fields: ReadonlySet<string> = new Set(['name', 'companyName', 'street', 'addressLine2', 'city'])

/**
 * Whether a text is garbled, or is another kind of value than its field holds: an e-mail address as a name, a telephone
 * number as a city. Merge fields may hold any value, so only what no text has counts there.
 */
export const isUnlikelyText = (group: string, field: string, text: string): boolean => {
  if (text.includes('\uFFFD') || encodedTwice(text)) return true
  const value = text.trim()
  if (value === '' || value.length > longest) return false
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
  // Companies are called `365`, `Wat nu?` and `www.example.com`.
  if (field === 'companyName') return false
  if (lostAtEnd.test(value) || url.test(value) || answer.test(value)) return true
  if (!number.test(value)) return false
  // A block in Japan is `1-2-3`.
  const digits = value.replace(/\D/g, '').length
  return field === 'street' || field === 'addressLine2' ? digits >= shortestTelephone : true
}
