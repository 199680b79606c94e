import { foldName } from '../../../address/index.ts'
import { partsOf, postalCodeOf } from '../../../address/normalise.ts'
import type { Recipient } from '../../../address/schema.ts'
import { type AddressKind, kindAlone, withoutKind } from './address-kinds.ts'
import {
  bare,
  extraWords,
  lastNameWords,
  type NamePart,
  nameParts,
  splitWords,
  targetWords,
  vagueNumbers,
} from './synonyms.ts'
import { countryOf } from './values.ts'

export const longestName = 60

/** Maps each column word to a part of a name or a field of an item. */
const meanings: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...targetWords, ...nameParts }).flatMap(([meaning, group]) =>
    [...group].map((word) => [word, meaning] as const),
  ),
)
const wholes: ReadonlySet<string> = new Set([
  ...meanings.keys(),
  ...splitWords.streetAndNumber,
  ...splitWords.postalCodeAndCity,
  ...Object.values(extraWords).flatMap((group) => [...group]),
])
const connectors: ReadonlySet<string> = new Set(
  'en und u and et plus of or oder ou y e i og och a ja es'.split(' '),
)
/** Abbreviations with a meaning only next to their other half: `Vor- und Nachname`, `N° et rue`. */
const halves: ReadonlyMap<string, string> = new Map([
  ['vor', 'first'],
  ['voor', 'first'],
  ['first', 'first'],
  ['n', 'recipient.houseNumber'],
])
/** Maximum words of one part of a compound: `nom de la rue`. */
const wordsOfOne = 4

const wordOf = (name: string): string | undefined => {
  const whole = bare(name)
  if (wholes.has(whole)) return whole
  const things = thingsIn(name.split(' '))
  return things && compoundWord(things)
}

/**
 * Returns the parts named by a compound, longest words first: `straat nr toev` → street, number, suffix.
 * Undefined for an unknown word.
 */
const thingsIn = (words: readonly string[]): string[] | undefined => {
  const things: string[] = []
  for (let at = 0; at < words.length; ) {
    let count = Math.min(wordsOfOne, words.length - at)
    let word = words.slice(at, at + count).join('')
    while (count > 1 && !meanings.has(word)) word = words.slice(at, at + --count).join('')
    const isBetween = at > 0 && at < words.length - 1
    const thing = meanings.get(word) ?? halves.get(word)
    if (thing !== undefined) things.push(lastNameWords.has(word) && things.length > 0 ? 'last' : thing)
    else if (!isBetween || !connectors.has(word)) return undefined
    at += count
  }
  return things
}

const nameOrder: readonly string[] = ['first', 'initials', 'infix', 'last'] satisfies NamePart[]

/** Returns the word for a column with several parts in this order; undefined for none. */
const compoundWord = (things: readonly string[]): string | undefined => {
  const isNameOfTwo = things[0] === 'recipient.name' && things.includes('last')
  const kinds = [...new Set(isNameOfTwo ? ['first', ...things.slice(1)] : things)]
  const [first, ...others] = kinds
  if (first === undefined) return undefined
  // `Town / City`, `ZIP or postal code`.
  if (others.length === 0) return [...(targetWords[first] ?? nameParts[first as NamePart])][0]
  const shape = kinds.map((kind) => kind.replace('recipient.', '')).join(' ')
  if (/^(?:street houseNumber|houseNumber street)(?: houseNumberSuffix)?$/.test(shape))
    return 'streetandnumber'
  if (shape === 'houseNumber houseNumberSuffix') return 'housenumber'
  if (shape === 'postalCode city') return 'postalcodeandcity'
  // `Land/regio`, the name in Microsoft’s programs.
  if (shape === 'country region') return 'countryregion'
  // Only in the order used on envelopes: users decide about `Name, Vorname`.
  const places = kinds.map((kind) => nameOrder.indexOf(kind))
  if (places.some((place, index) => place < 0 || (index > 0 && place < places[index - 1]!))) return undefined
  if (kinds.at(-1) !== 'last') return undefined
  return first === 'infix' ? 'lastname' : 'fullname'
}

/** Matches remarks in brackets: `Achternaam (verplicht)`. */
const notes =
  /[([](?:verplicht|optioneel|required|optional|mandatory|if any|indien van toepassing|pflichtfeld|pflicht|erforderlich|obligatoire|facultatif|obligatorio|opcional|obbligatorio|facoltativo|wymagane|opcjonalne|pakr?.vet|valgfri\w*|obligatorisk|valfri\w*|obrigat[óo]ri[oa]|opcional|påkrevd|povinn[éeý]|nepovinn[éeý]|voliteln[éeý]|k[öo]telez[őo]|nem k[öo]telez[őo]|opcion[áa]lis|pakollinen|valinnainen|max\W.*|e\.?g\.? .*|bijv\W.*|z\. ?b\. .*|naam|name)[)\]]/giu

/** Folds a name without remarks. Signs become words: `Street + no.` means street and number. */
const folded = (name: string): string =>
  foldName(
    name
      .slice(0, longestName)
      .replace(notes, ' ')
      // `House #` is a number; a column `#` numbers the rows.
      .replace(/(?<=\p{L}.{0,20})#|#(?=.{0,20}\p{L})/gu, ' no ')
      .replace(/[+&/]/g, ' and '),
  )

export interface ColumnName {
  /** The known word, or the letters of the name: `Straat + nr` → `streetandnumber`. */
  word: string
  /** True if the name itself is known and not a compound. */
  isPlain: boolean
  /** Kind of address named in the heading: `Billing City`. */
  kind?: AddressKind | undefined
}

export const columnNameOf = (name: string): ColumnName => {
  const words = folded(name)
  const whole = bare(words)
  if (wholes.has(whole)) return { word: whole, isPlain: true }
  const alone = kindAlone(words)
  if (alone) return { word: 'street', isPlain: false, kind: alone }
  // `shippingFirstName` separates words by capitals.
  const spaced = folded(name.replace(/(?<=[a-z\d])(?=[A-Z])/g, ' '))
  const stripped = partOf(spaced)
  return stripped ? { ...stripped, isPlain: false } : { word: wordOf(words) ?? whole, isPlain: false }
}

/** Recognises a name without its kind of address and owner: `Contact: Mailing City`. */
const partOf = (name: string, isInner = false): Pick<ColumnName, 'word' | 'kind'> | undefined => {
  for (const { kind, rest } of withoutKind(name)) {
    const word = wordOf(rest)
    if (word !== undefined && !vagueNumbers.has(word)) return { word, kind }
    const alone = kindAlone(rest)
    if (alone) return { word: 'street', kind: alone }
    const inner = isInner ? undefined : partOf(rest, true)
    if (inner) return { word: inner.word, kind: kind ?? inner.kind }
  }
  return undefined
}

export const isColumnName = (name: string): boolean => {
  const { word } = columnNameOf(name)
  return wholes.has(word)
}

const list = (text: string): string => text.trim().split(/\s+/).join('|')

/** Words for parts in otherwise unknown headings: `Naam partner`, `Supplemental address`. */
const nouns: Readonly<Record<string, string>> = {
  'recipient.name':
    list(`name names naam namen nom prenom nombre apellido apellidos nome cognome nazwisko imie navn namn
    vorname vornamen nachname voornaam voornamen achternaam firstname lastname surname forename fornavn efternavn fornamn efternamn
    partner partnernaam spouse echtgenoot echtgenote conjoint`),
  'recipient.companyName':
    list(`company companyname bedrijf bedrijfsnaam firma firmenname organisation organization organisatie
    societe entreprise empresa azienda`),
  'recipient.addressLine2':
    list(`address addr adres adresse anschrift direccion indirizzo adress street straat strasse rue calle ulica
    postcode zipcode zip plz postleitzahl city town plaats woonplaats ville ciudad citta miasto country land pays pais
    postbus postfach pobox block blk unit flat stair apartment appartement floor verdieping apartado
    building gebouw gebaude batiment edificio wohnung stockwerk escalier bloque room kamer zimmer premise premises house huis haus
    hamlet village dorp gehucht weiler hameau frazione adresregel adreszeile adresszeile addressline entrance eingang ingang`),
}
/** Endings of compounds: `Partnernaam`, `Bezoekersadres`. */
const endings: Readonly<Record<string, RegExp>> = {
  'recipient.name': /(?<=\p{L}{3})(?:naam|name|navn|namn)$/u,
  'recipient.addressLine2': /(?<=\p{L}{3})(?:adres|adresse|anschrift|straat|strasse|postcode)$/u,
}
const others = new RegExp(
  `(?:^| )(?:${list(`email emails mail mails phone phones telephone telefoon telefon tel mobile mobiel fax web website url domain ip
    owner eigenaar vat btw ust currency user users username gebruiker login file bestand document product products campaign campagne event evenement
    bank iban bic account type soort art kind label size omvang status state date datum day birth birthday geboorte geboren geb age
    language taal sprache source bron pet project list lijst ids id code codes number numbers aantal count category categorie group groep
    groupe tag tags note notes opmerking remark comment sales manager agent rep referrer created modified updated is has accepts
    valid validated verified score latitude longitude lat lng file image photo function functie job position role department greeting
    tracking order store shop plan service campaign conversion device browser`)})(?: |$)`,
  'u',
)
const otherCompounds =
  /^(?:bestand|e?mail|web|internet|homepage|product|campagne|gebruiker|user|file|nick|datei|kampagnen|projekt|project|bank|domain|host|kontakt|event)/u

const numberWords: ReadonlySet<string> = new Set(['number', 'no', 'nr', 'nummer', 'numero', 'num'])
const isNoun = (word: string): boolean => nouns['recipient.addressLine2']!.split('|').includes(word)

/** True for headings such as phone, day or status. */
export const isAboutOther = (name: string): boolean => {
  const folded = foldName(name.slice(0, longestName).replace(/_/g, ' '))
  return (
    others.test(folded) || otherCompounds.test(folded) || /(?:datum|date|code|nummer|number|id)$/.test(folded)
  )
}

/** Returns the field that an unknown column probably belongs to, about which the user is asked. */
export const likelyFieldOf = (name: string): string | undefined => {
  const folded = foldName(
    name
      .slice(0, longestName)
      .replace(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
      .replace(/_/g, ' '),
  )
  // `Number of the flat` is a part of an address, `Number of letters` is not.
  const words = folded.split(' ')
  const isNumber = words.some((word) => numberWords.has(word)) && words.some((word) => isNoun(word))
  if (others.test(isNumber ? words.filter((word) => !numberWords.has(word)).join(' ') : folded)) {
    return undefined
  }
  for (const [field, known] of Object.entries(nouns)) {
    if (words.some((word) => known.split('|').includes(word))) return field
  }
  return Object.keys(endings).find((field) =>
    words.some((word) => endings[field]!.test(word) && !otherCompounds.test(word)),
  )
}

/** True for an answer, e-mail address or URL, which is not part of a name or address. */
export const isAnswer = (value: string): boolean =>
  /^(?:true|false|yes|no|ja|nee|nein|oui|non)$/iu.test(value) || /\S@\S|^https?:/u.test(value)

/** True for answers, numbers and days, except numbers of houses and flats: `12`, `12-14`. */
export const isOtherValue = (value: string, field: string | undefined): boolean =>
  isAnswer(value) ||
  /^[ynx]$/iu.test(value) ||
  (/^[\d\s.,:/+-]+$/u.test(value) && (field === 'recipient.name' || !/^\d{1,5}(?:[-/]\d{1,4})?$/.test(value)))

/** True for a country, but not for initials such as `A.` and `J.P.`, which look like country codes. */
export const isCountry = (value: string): boolean =>
  value.length <= longestName && /\p{L}{2}/u.test(value) && countryOf(value) !== undefined

export const isPostalCodeOf = (postalCode: string, country: string): boolean => {
  const parts = partsOf({ postalCode, country } as Recipient)
  return parts.rule.postalCode !== undefined && postalCodeOf(parts) !== undefined
}

/** Matches generated names of unnamed columns. */
export const isUnnamed = (name: string): boolean =>
  /^(?:(?:column|kolom|spalte|colonne|columna|colonna|kolumna|kolonne|kolumn|field|veld|feld|champ|campo) ?\d{0,3}|[a-z]|_\w{0,3}|unnamed:? ?\d*)$/i.test(
    name.trim(),
  )
