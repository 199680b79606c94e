/** Column names in English, Dutch, German and French lists, folded and without spaces. */
const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** The parts of a person's name, in the order in which they are joined. */
export const nameParts = {
  title: words(`title salutation aanhef titel anrede civilite titre`),
  first:
    words(`firstname givenname forename givennames forenames fname voornaam voornamen voorn roepnaam vorname vornamen vorn
    rufname prenom prenoms`),
  initials: words(`initials init voorletters voorletter voorl initialen initiales`),
  infix:
    words(`infix middlename middlenames tussenvoegsel tussenvoegsels tussenv tussenvgsl tussenvoegs tsv voorvoegsel
    voorvoegsels voorv namenszusatz vorsatzwort namensvorsatz particule`),
  last: words(`lastname surname familyname lname achternaam achtern geslachtsnaam familienaam nachname nachn zuname
    familienname nomdefamille nomfamille`),
} as const
export type NamePart = keyof typeof nameParts

export const targetWords: Readonly<Record<string, ReadonlySet<string>>> = {
  'recipient.name': words(
    `name fullname contact contactname contactperson recipient addressee person naam volledigenaam contactpersoon
     geadresseerde tenaamstelling tnv kontakt ansprechpartner empfanger adressat nom nomcomplet destinataire`,
  ),
  'recipient.companyName': words(
    `company companyname organisation organization business firm bedrijf bedrijfsnaam organisatie firma firmenname
     unternehmen entreprise societe raisonsociale naambedrijf naamorganisatie
     nomentreprise nomdelentreprise nomsociete`,
  ),
  'recipient.street': words(
    `street streetname address addr address1 addr1 addressline1 streetaddress straat straatnaam adres adr adres1
     adresregel1 strasse str strassenname anschrift adresse adresszeile1 rue voie adresse1 nomdelarue nomdelavoie
     nomderue nomdevoie`,
  ),
  'recipient.houseNumber': words(
    `housenumber houseno housenr number streetnumber streetno streetnr no huisnummer huisnr huisno hsnr nummer nr
     hausnummer hausnr hnr numero numerodevoie numerodelavoie numerodelarue numerorue nrue nvoie nderue
     ndevoie ndelarue ndelavoie num`,
  ),
  'recipient.houseNumberSuffix': words(
    `housenumbersuffix suffix numbersuffix housenumberaddition addition toevoeging huisnummertoevoeging toev toevoegsel
     huisletter bus busnummer busnr hausnummerzusatz hausnrzusatz hnrzusatz zusatz complementnumero bis`,
  ),
  'recipient.addressLine2': words(
    `addressline2 address2 addr2 apartment building careof adresregel2 adres2 gebouw verdieping adresszusatz
     adresszeile2 adresse2 complement complementadresse complementdadresse batiment`,
  ),
  'recipient.postalCode': words(
    `postalcode postcode postc zip zipcode postal pc pcode postleitzahl postlz plz codepostal cp codepost`,
  ),
  'recipient.city': words(
    `city town place posttown locality woonplaats woonpl wpl plaats plaatsnaam stad gemeente ort ortschaft stadt
     wohnort ville commune localite`,
  ),
  'recipient.region': words(
    `region state province prov county provincie staat bundesland kanton canton departement etat`,
  ),
  'recipient.country': words(`country countrycode land landcode landencode landkode pays codepays`),
  reference: words(
    `reference ref refno refnr customernumber customerno customerid custno clientid clientno memberid memberno id externalid
     referentie klantnummer klantnr klantid relatienummer relatienr lidnummer lidnr debiteurnummer debiteurnr debnr kenmerk
     referenz kundennummer kundennr kdnr mitgliedsnummer mitgliedsnr mitgliednr numeroclient nclient codeclient`,
  ),
  billingGroup: words(
    `billinggroup costcentre costcenter costcentrecode kostenplaats kostenplaatscode kostendrager kostenstelle kostenst
     centredecout centredecouts centrecout`,
  ),
  addressOverride: words(`addressoverride`),
}

/**
 * Words for a whole name that, beside a first name, often mean the last name: `Voornaam;Naam`,
 * `Vorname;Name`, `Prénom;Nom`.
 */
export const lastNameWords = words('name naam nom')
/**
 * Words for a first name in the languages that use such a word for the last name: beside an English one,
 * `name` is the whole name.
 */
export const localFirstNames = words('voornaam roepnaam vorname prenom')

/** Columns that hold two things. */
export const splitWords = {
  streetAndNumber: words(
    `streetandnumber streetnumberandname straatennummer straathuisnummer straatenhuisnummer straathuisnr straatenhuisnr strasseundhausnummer strassehausnummer
     strassenr strasseundnr adresseetnumero`,
  ),
  postalCodeAndCity: words(
    `postalcodeandcity postcodeandcity zipandcity postcodeenplaats postcodeplaats postcodewoonplaats plzort plzundort
     codepostaletville cpville`,
  ),
} as const

/** Removes spaces from a folded name: `Post-code / Plaats` → `postcodeplaats`. */
export const bare = (folded: string): string => folded.replaceAll(' ', '')
