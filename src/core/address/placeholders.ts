/** Texts that programs and people write where a value is missing, and numbers that a spreadsheet changed. */

const list = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s*,\s*/))

/** In lower case. Words that are also towns or first names (`Leer`, `Ingen`, `Tom`) are not in it. */
const words = list(
  `null, nil, none, undefined, n/a, n.a., n.v.t., nvt, n.b., n.n., k.a., k. a., n.d., n.c., s/o, tbd, tba, todo, n/b,
   keine angabe, keine, kein, unbekannt, onbekend, niet bekend, niet van toepassing, geen, leeg, unknown, not available, not applicable, blank, empty,
   inconnu, inconnue, non renseigné, sans objet, vide, desconocido, no aplica, vacío, ninguno, sconosciuto, non disponibile, vuoto, nessuno,
   brak, brak danych, nieznany, nie dotyczy, ukendt, okänd, saknas, uppgift saknas,
   true, false, waar, onwaar, wahr, falsch, vrai, faux, verdadero, falso, vero, prawda, fałsz, asdf, qwerty, lorem ipsum, [object object], #`,
)
/** Words that are placeholders in this spelling alone: `Nan` and `Na` are names. */
const exact = list(`NA, NaN, nan, NAN`)

/** Errors of spreadsheets in any language, and cells too narrow for their number. */
const spreadsheetError = /^#(?:[\p{L}\d/]+[!?]|n\/?a|nv|n\/?b|n\/?d|brak|saknas|i\/t|#+)$/iu
/** Signs alone, or a word in brackets. */
const signs =
  /^(?:[-–—_.*?/\\~]+|x{1,10}|[(<[{]\s*(?:leer|leeg|null|none|nil|blank|empty|vide|vac[ií]o|vuoto|puste|tom|unknown|onbekend|n\/a)\s*[)>\]}])$/iu
/** What a program left in a text: its own words for nothing, or the name of a field. */
const leftIn =
  /(?:^|\s)(?:#N\/A|#REF!|#VALUE!|#NAME\?|#NULL!|#DIV\/0!|NULL|undefined|NaN|\[object Object\])(?=\s|$)|\{\{.*\}\}|«.*»|<<.*>>|\*\|.*\|\*|\$\{.*\}/u

/** Longer texts are sentences. */
const longest = 120

/**
 * Whether a text stands for a missing value: `whole` where nothing else is in it (`#N/A`, `n.v.t.`, `-`),
 * `part` where a program left one in a text (`NULL Jansen`); undefined for any other text.
 */
export const placeholderIn = (text: string): 'whole' | 'part' | undefined => {
  const value = text.trim()
  if (value === '' || value.length > longest) return undefined
  const isWhole =
    words.has(value.toLowerCase()) || exact.has(value) || signs.test(value) || spreadsheetError.test(value)
  if (isWhole || value.split(/\s+/).every((word) => words.has(word.toLowerCase()))) return 'whole'
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
  ].join('|'),
  'iu',
)
const endsInChangedNumber = /\s(?:\d{4}-\d{2}-\d{2}|\d+\.0)$/

/** Whether a house number, its addition or a postal code is a date or a decimal: `2026-03-01`, `12.0`, `1-mrt`. */
export const isChangedNumber = (text: string): boolean => changedNumber.test(text.trim())

/** Whether a street ends in a date or a decimal instead of its number. */
export const endsInDate = (street: string): boolean => endsInChangedNumber.test(street.trim())
