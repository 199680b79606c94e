import { foldName } from '../../../address/index.ts'
import { longestName } from './column-names.ts'

const list = (text: string): string => text.trim().split(/\s+/).join('|')

/** Nouns for a part of a name or an address, in headings whose whole is not known: `Naam partner`, `Supplemental address`. */
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
/** Words of headings that are about something else. */
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

/** Whether a heading is about something else: a telephone, a day, a status. */
export const isAboutOther = (name: string): boolean => {
  const folded = foldName(name.slice(0, longestName).replace(/_/g, ' '))
  return (
    others.test(folded) || otherCompounds.test(folded) || /(?:datum|date|code|nummer|number|id)$/.test(folded)
  )
}

/**
 * The field that a heading in unknown words seems to belong to, so that its owner is asked about the column;
 * undefined where it does not look like a part of a name or an address.
 */
export const likelyFieldOf = (name: string): string | undefined => {
  const folded = foldName(
    name
      .slice(0, longestName)
      .replace(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
      .replace(/_/g, ' '),
  )
  // `Number of the flat` is a part, `Number of letters` is none.
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

/** Answers and addresses of the internet are no part of a name or an address. */
export const isAnswer = (value: string): boolean =>
  /^(?:true|false|yes|no|ja|nee|nein|oui|non)$/iu.test(value) || /\S@\S|^https?:/u.test(value)

/** Nor are numbers and days, but for the numbers of houses and flats: `12`, `12-14`. */
export const isOtherValue = (value: string, field: string | undefined): boolean =>
  isAnswer(value) ||
  /^[ynx]$/iu.test(value) ||
  (/^[\d\s.,:/+-]+$/u.test(value) && (field === 'recipient.name' || !/^\d{1,5}(?:[-/]\d{1,4})?$/.test(value)))
