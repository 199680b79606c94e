/** What lists in English, Dutch, German and French call their columns, folded and without spaces. */
const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Parts of a person's name, which are joined, in the order in which they are written. */
export const nameParts = {
  title: words(`title salutation aanhef titel anrede civilite titre`),
  first: words(`firstname givenname forename voornaam roepnaam vorname prenom`),
  initials: words(`initials voorletters initialen initiales`),
  infix: words(`infix middlename tussenvoegsel tussenvoegsels voorvoegsel namenszusatz particule`),
  last: words(`lastname surname familyname achternaam familienaam nachname familienname nomdefamille`),
} as const
export type NamePart = keyof typeof nameParts

export const targetWords: Readonly<Record<string, ReadonlySet<string>>> = {
  'recipient.name': words(
    `name fullname contact contactname contactperson recipient addressee person naam volledigenaam contactpersoon
     geadresseerde tenaamstelling tnv kontakt ansprechpartner empfanger adressat nom nomcomplet destinataire`,
  ),
  'recipient.companyName': words(
    `company companyname organisation organization business firm bedrijf bedrijfsnaam organisatie firma firmenname
     unternehmen entreprise societe raisonsociale`,
  ),
  'recipient.street': words(
    `street streetname address address1 addressline1 streetaddress straat straatnaam adres adresregel1 strasse str
     strassenname anschrift adresse rue voie adresse1`,
  ),
  'recipient.houseNumber': words(
    `housenumber houseno number streetnumber no huisnummer huisnr nummer nr hausnummer hausnr hnr numero
     numerodevoie num`,
  ),
  'recipient.houseNumberSuffix': words(
    `housenumbersuffix suffix numbersuffix housenumberaddition toevoeging huisnummertoevoeging toev huisletter bus
     hausnummerzusatz zusatz complementnumero bis`,
  ),
  'recipient.addressLine2': words(
    `addressline2 address2 apartment building careof adresregel2 adres2 gebouw verdieping adresszusatz
     adresszeile2 adresse2 complement complementadresse complementdadresse batiment`,
  ),
  'recipient.postalCode': words(
    `postalcode postcode zip zipcode postal pc postleitzahl plz codepostal cp codepost`,
  ),
  'recipient.city': words(
    `city town place locality woonplaats plaats plaatsnaam stad gemeente ort stadt wohnort ville commune localite`,
  ),
  'recipient.region': words(
    `region state province county provincie staat bundesland kanton canton departement etat`,
  ),
  'recipient.country': words(`country countrycode land landcode landencode landkode pays codepays`),
  reference: words(
    `reference ref customernumber customerid clientid memberid id externalid referentie klantnummer klantnr relatienummer
     lidnummer debiteurnummer kenmerk referenz kundennummer kundennr mitgliedsnummer numeroclient codeclient`,
  ),
  addressOverride: words(`addressoverride`),
}

/** What may be a whole name, and beside a first name is often the last one: `Voornaam;Naam`, `Vorname;Name`, `Prénom;Nom`. */
export const lastNameWords = words('name naam nom')
/** First names in the languages that call a last name so: beside an English one, `name` is the whole name. */
export const localFirstNames = words('voornaam roepnaam vorname prenom')

/** One column with two things in it. */
export const splitWords = {
  streetAndNumber: words(
    `streetandnumber streetnumberandname straatennummer straathuisnummer straatenhuisnummer strasseundhausnummer strassehausnummer
     strassenr strasseundnr adresseetnumero`,
  ),
  postalCodeAndCity: words(
    `postalcodeandcity postcodeandcity zipandcity postcodeenplaats postcodeplaats postcodewoonplaats plzort plzundort
     codepostaletville cpville`,
  ),
} as const

/** `Post-code / Plaats` → `postcodeplaats`. */
export const bare = (folded: string): string => folded.replaceAll(' ', '')

const known: readonly ReadonlySet<string>[] = [
  ...Object.values(nameParts),
  ...Object.values(targetWords),
  ...Object.values(splitWords),
]
/** True of a word that some column is called. */
export const isKnownWord = (name: string): boolean => known.some((group) => group.has(name))
