/** Texts that programs and people write where a value is missing, and numbers that a spreadsheet changed. */

/** Without the brackets, quotes and marks around it, in small letters: `(Onbekend!)` → `onbekend`. */
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

/** Words that are also towns or first names (`Leer`, `Ingen`, `Tom`, `Ohne`) are not in it. */
const words = list(
  `null, nil, none, undefined, n/a, n.a., n.v.t., nvt, n.b., n.n., k.a., k. a., n.d., n.c., s/o, tbd, tba, tbc, todo, n/b, s/d, \\n,
   keine angabe, keine, kein, unbekannt, nicht bekannt, nicht angegeben, ohne angabe, onbekend, niet bekend, niet ingevuld, niet van toepassing, geen, leeg,
   unknown, not known, not available, not applicable, not provided, not specified, not given, to be confirmed, blank, empty, empty string,
   inconnu, inconnue, non renseigné, non communiqué, sans objet, vide, néant, desconocido, no aplica, no consta, sin datos, vacío, ninguno,
   sconosciuto, non disponibile, vuoto, nessuno, brak, brak danych, nieznany, nie dotyczy, ukendt, okänd, saknas, uppgift saknas,
   true, false, waar, onwaar, wahr, falsch, vrai, faux, verdadero, falso, vero, prawda, fałsz, asdf, qwerty, lorem ipsum, [object object], #`,
)
/** Words that stand for a missing name or address, and may be meant in other texts. */
const wordsOfRecipient = list(
  `anonymous, anoniem, anonym, anonyme, anónimo, anónima, anonimo, anonima, nobody, niemand, personne, nadie, nn, nomen nescio, pending,
   geen naam, naam onbekend, geen adres, adres onbekend, no name, name unknown, no address, address unknown, kein name, ohne namen, name unbekannt, adresse unbekannt,
   sans nom, nom inconnu, sans adresse, sin nombre, senza nome, bez nazwy,
   deleted, removed, verwijderd, geanonimiseerd, anonymised, anonymized, gelöscht, anonymisiert, supprimé, anonymisé, eliminado, anonimizado, cancellato, usunięto,
   avg, gdpr, dsgvo, rgpd, rodo, zzz, do not use, niet gebruiken, nicht verwenden, ne pas utiliser, no usar, vervallen, verhuisd, moved, verzogen,
   idem, dito, ditto, id, duplicate, dubbel, duplikat, doublon`,
)
/** Words for nothing in this spelling alone: `Nan` and `Na` are names. */
const exact: ReadonlySet<string> = new Set(['NA', 'NaN', 'nan', 'NAN'])

/** Errors of spreadsheets in any language, and cells too narrow for their number. */
const spreadsheetError = /^#(?:[\p{L}\d/]+[!?]|n\/?a|nv|n\/?b|n\/?d|brak|saknas|i\/t|#+)$/iu
/** Signs alone, or a word in brackets. */
const signs =
  /^(?:[-–—_.*?/\\~]+|x{1,10}|[(<[{]\s*(?:leer|leeg|null|none|nil|blank|empty|vide|vac[ií]o|vuoto|puste|tom|unknown|onbekend|n\/a)\s*[)>\]}])$/iu
/** A name or an address has a letter or a number other than 0. */
const nothing = /^[^\p{L}\p{N}]+$|^0+$/u
/** What a program left in a text: its own words for nothing, or the name of a field. */
const leftIn =
  /(?:^|\s)(?:#N\/A|#REF!|#VALUE!|#NAME\?|#NULL!|#DIV\/0!|NULL|undefined|NaN|\[object Object\])(?=\s|$)|\{\{.*\}\}|«.*»|<<.*>>|\*\|.*\|\*|\$\{.*\}|%%\w+%%|^\$[a-z]\w*\$$|^[[{(<%$]\w*[a-z]_?[Nn]ame\w*[\]})>%$]$|^[[{(<%]?[A-Z]+_[A-Z_]+[\]})>%]?$/u

/** Longer texts are sentences. */
const longest = 120

/**
 * Whether a text stands for a missing value: `whole` where nothing else is in it (`#N/A`, `n.v.t.`, `-`),
 * `part` where a program left one in a text (`NULL Jansen`); undefined for any other text. More words stand for a
 * missing name or address than for another value.
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
/** In a text only what spreadsheets write themselves: `Markt 1`, `3 Maja` and `25 Aprile` are streets. */
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

/** Whether a house number, its addition or a postal code is a date or a decimal: `2026-03-01`, `12.0`, `1-mrt`. */
export const isChangedNumber = (text: string): boolean => changedNumber.test(text.trim())

/** Whether a name, a street or another text is a date or a decimal and nothing else. */
export const isChangedText = (text: string): boolean => changedText.test(text.trim())

/** Whether a street ends in a date or a decimal instead of its number. */
export const endsInDate = (street: string): boolean => endsInChangedNumber.test(street.trim())
