/**
 * Returns a set of column names: in fifteen languages and of exporting programs, folded and without spaces.
 */
export const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Column names of the parts of a name, which are joined in this order. */
export const nameParts = {
  title:
    words(`title salutation prefix nameprefix courtesytitle honorific aanhef titel titels titulatuur aanspreektitel anrede akademischertitel aanspreking aanspreekvorm titelaanhef akadgrad titelakadgrad titleprefix individualprefix formofaddress namenstitel
    civilite titre tratamiento titulo titolo tytul zwrot tiltale titel title1 prefixe titelvorgestellt titul prefijo prefisso titulos appellativo
    tratamentoetitulo formadetratamento tittel osloveni oslovenie titulpredjmenem titulpredmenom megszolitas titulus titteli puhuttelu`),
  first:
    words(`firstname givenname forename givennames forenames christianname fname first given voornaam jmeno krestnijmeno meno etunimi keresztnev primeironome voornamen voorn roepnaam
    vorname vornamen vorn rufname vornameadressattypnaturlperson prenom prenoms nombredepila imie imiona fornavn fornamn tilltalsnamn
    nomeproprio prenome primeiro krestni krstnemeno utonev etunimet kutsumanimi`),
  initials: words(
    `initials init voorletters voorletter voorl initialen initiales iniciales iniziali inicjaly initialer`,
  ),
  infix:
    words(`infix middlename middlenames middle additionalname middleinitial additionalnames othernames tussenvoegsel tussenvoegsels tussenv middelstenaam tweedenaam tweedevoornaam tussenvgsl tussenvoegs tussen tsv
    tv voorvoegsel voorvoegsels voorv vv namenszusatz vorsatzwort namensvorsatz weiterevornamen weiterername zweitervorname particule deuxiemeprenom segundonombre secondonome drugieimie
    mellemnavn mellannamn nomedomeio mellomnavn druhejmeno prostrednijmeno druhemeno toinennimi`),
  last: words(`lastname surname familyname nomdusage nomusage apelido sobrenome etternavn prijmeni priezvisko sukunimi vezeteknev lname last family achternaam achtern geslachtsnaam familienaam nachname nachn zuname
    familienname nomdefamille nameadressattypnaturlperson nomfamille apellidos apellido primerapellido cognome nazwisko efternavn efternamn apelidos sobrenomes ultimonome slektsnavn csaladnev csaladinev sukunimet`),
  nameSuffix: words(
    `namesuffix nachgestelltertitel segundoapellido achtervoegsel namensuffix titelnachgestellt titulzajmenem suffixe sufijo suffisso individualsuffix suffix1 titulzajmenom titulzamenom`,
  ),
} as const
export type NamePart = keyof typeof nameParts

export const targetWords: Readonly<Record<string, ReadonlySet<string>>> = {
  'recipient.name': words(
    `name fullname name1 contact contactname contactperson terattentievan zuhanden zhd nev nimi recipient recipientname addressee person displayname completename shiptoname attention attn
     naam volledigenaam naamvolledig contactpersoon geadresseerde tenaamstelling tnv tav ontvanger
     kontakt ansprechpartner empfanger adressat vollstandigername nom nomcomplet nomprenom destinataire contacto
     nombre nombrecompleto destinatario nome nomecompleto nominativo destinatario nazwaodbiorcy odbiorca adresat
     navn fuldenavn modtager namn fullstandigtnamn mottagare kontaktperson
     nomecompleto nomeeapelido nomedodestinatario fulltnavn mottaker mottakersnavn celejmeno prijemce adresat jmenoprijemce celemeno prijemca teljesnev cimzett kokonimi vastaanottaja yhteyshenkilo kapcsolattarto kontaktniosoba kontaktnaosoba`,
  ),
  'recipient.companyName': words(
    `company companyname yritys ceg nazevfirmy spolocnost company1 organisation organization organisationname organizationname business businessname firm accountname
     bedrijf bedrijfsnaam organisatie organisatienaam firma firma1 firmaname firmanaam firmenname firmenname1 unternehmen verein
     entreprise societe raisonsociale association naambedrijf nameadressattypunternehmen nombrefiscal handelsnaam instelling instellingsnaam instantie naamorganisatie relatedcompany associatedcompany
     nomentreprise nomdelentreprise nomsociete empresa nombredelaempresa razonsocial azienda ragionesociale societa denominazione ditta
     nazwafirmy nazwa przedsiebiorstwo organizacja virksomhed virksomhedsnavn firmanavn foretag foretagsnamn organisationsnamn
     nomedaempresa razaosocial organizacao entidade bedrift bedriftsnavn organisasjon organisasjonsnavn nazevspolecnosti spolecnost organizace nazovfirmy nazovspolocnosti organizacia
     cegnev szervezet szervezetneve yrityksennimi yritysnimi organisaatio`,
  ),
  'recipient.street': words(
    `street streetname thoroughfare logradouro rua endereco morada enderecopostal ulice katuosoite lahiosoite osoite utca gateadresse gate address addr address1 addr1 addressline1 addressline streetaddress streetaddress1 street1 streetline1 address1and2
     straat straatnaam adres adr adres1 addrline1 straat1 adresregel1 adresregel
     strasse str strassenname anschrift anschrift1 adresse adresszeile1 adresszeile rue voie adresse1 adresseligne1 ligneadresse1 nomdelarue nomdelavoie
     nomderue nomdevoie libellevoie nomvoie intitulevoie direccion direccion1 direccionlinea1 calle domicilio nombrevia nombredelavia via indirizzo indirizzo1 nomevia
     ulica adreszamieszkania adreslinia1 vej vejnavn gade gadenavn adresselinje1 adress adress1 adressrad1 gata gatuadress gatunamn
     nomedarua avenida moradapostal endereco1 morada1 enderecolinha1 moradalinha1 linhadeendereco1 gatenavn gateadresse1 vei veinavn veiadresse postadresselinje1
     adresa adresa1 nazevulice uliceadresa nazovulice adresariadok1 cim cim1 lakcim utcanev kozterulet kozteruletneve osoite1 osoiterivi1 katu katunimi kadunnimi`,
  ),
  'recipient.houseNumber': words(
    `housenumber houseno housenr civicnumber civicno buildingnumber hazszam cislopopisne cislodomu cislo talonumero housenum number streetnumber streetno streetnr no huisnummer huisnr huisno hsnr nummer nr
     hausnummer hausnr hnr housenamenumber housenameandnumber housenameornumber housenumberandname housenumberorname buildingnameornumber numero numerodevoie numerodelavoie numerodelarue numerorue nrue nvoie nderue
     ndevoie ndelarue ndelavoie num numerodecalle numerocivico ncivico civico numerdomu nrdomu nrbudynku numerbudynku
     husnummer husnr gatunummer novoie numvoie norue numrue nocalle numcalle numerocalle nrulicy numer doornumber doorno plotnumber plotno premisenumber premisesnumber premiseno gatenr
     gatenummer veinummer nporta numerodaporta numerodeporta numerodacasa cisloorientacni cisloorientacne cpop cislopop supisnecislo hazszamajto talonnumero talonro`,
  ),
  'recipient.houseNumberSuffix': words(
    `housenumbersuffix suffix numbersuffix hszusatz hausnummernzusatz hausnrzus stiege stiegenummer tur turnummer turnr top topnummer topnr housenumberaddition housenoaddition addition toevoeging huisnummertoevoeging huisnrtoevoeging huisnrtoev toev toevoegsel
     toevaanhuisnr toevoegingaanhuisnummer huisletter bus busnummer busnr hausnummerzusatz hausnrzusatz hnrzusatz zusatz complementnumero bis indicederepetition
     boite bte boitepostale numerodeboite nboite boxnumber
     wohnung whg wohnungsnummer wohnungsnr wohnungnr whgnr lgh leilighet leilighetsnummer lejlighed lejl byt cislobytu apto apartamento scala appt apptno nappt piso puerta escalera interno
     numermieszkania nrmieszkania numerlokalu sideanddor sidedor doretage etagedor dornr nrlokalu mieszkanie lokal etage dor bogstav lagenhet lagenhetsnummer lghnr huisnrletter
     huisnummerletter hausnrbuchstabe hausbuchstabe husbogstav husbokstav bisandter bister bisandterandquater codederepetition oppgang bokstav porras`,
  ),
  'recipient.addressLine2': words(
    `addressline2 address2 addr2 street2 flatno unitno unitnumber candoadress candoadres candoaddress candonaam candoname landmark addrline2 straat2 supplementaladdress supplementaladdress1 streetaddress2 streetline2 apartment apartmentno apartmentnumber apt aptno aptnr aptnumber aptunit suiteno suitenumber ste room roomno roomnumber kamer kamernummer kamernr appartementnummer appartementnr numeroappartement nappartement aptsuite suite unit flat flatnumber building buildingname housename careof co cando panda peradres extendedaddress adresregel2 adres2
     gebouw verdieping afdeling adresszusatz anschriftenzusatz adresszeile2 anschrift2 adresse2 adresseligne2 ligneadresse2 complement complementadresse complementdadresse batiment
     appartement residence direccion2 direccionlinea2 complemento edificio indirizzo2 presso adreslinia2 budynek adresselinje2 adress2 adressrad2 coadress conavn
     morada2 endereco2 enderecolinha2 moradalinha2 adresa2 doplnekadresy doplnokadresy cim2 osoite2 lahiosoite2 osoiterivi2 conimi`,
  ),
  'recipient.postalCode': words(
    `postalcode postcode postc pincode pin eircode plzcode cep psc iranyitoszam postinumero zip zipcode zippostcode postal pc pcode postleitzahl postlz plz codepostal cp codepost
     codigopostal codpostal cap codicepostale codiceavviamentopostale kodpocztowy kodpoczt postnummer postnr irsz postinro postnumero irszam codigopostalcp`,
  ),
  'recipient.city': words(
    `city cityname town village dorp cidade localidade mesto obec varos telepules postitoimipaikka poststed townname place posttown locality suburb citytown woonplaats woonpl wpl plaats plaatsnaam stad gemeente ort ortschaft stadt
     wohnort ville commune localite ciudad localidad poblacion municipio citta comune localita
     miasto miejscowosc poczta by bynavn postdistrikt postort municipiocidade sted nazevmesta nazevobce helyseg helysegnev kaupunki paikkakunta postipaikka`,
  ),
  'recipient.region': words(
    `region state province prov county prefecture uf provinciasigla siglaprovincia stato provincie staat bundesland kanton canton departement etat statecode provincecode regioncode stateid stateidandname
     provincename statename stateprovincecode provincia comunidadautonoma comunidad regione wojewodztwo lan estado distrito estadouf fylke okres megye maakunta`,
  ),
  'recipient.country': words(
    `country countrycode countryname landandregio landregio landandregion landerandregionscode landerregionscode zeme krajina orszag maa countryregion cntry cntrylongdscription contrylongdscription cntrylongdescription countryandregion countryorregion countryid countryidandname land landcode landencode landkode landname pays codepays
     pais codigopais codigodopais paisregiao landkode krajinakod kodzeme kodkrajiny kodstatu stat orszagkod maakoodi paese nazione kraj kodkraju landekode`,
  ),
  reference: words(
    `reference ref refno refnr customernumber customerno customerid custno clientid clientno memberid memberno membershipnumber contactid recordid recordidcontact donorid id externalid
     referentie klantnummer klantnr klantid relatienummer relatienr relatiecode lidnummer lidnr lidmaatschapsnummer debiteurnummer debiteurnr debnr donateursnummer donateurnr kenmerk
     referenz kundennummer kundennr kdnr mitgliedsnummer mitgliedsnr mitgliednr numeroclient nclient codeclient
     referencia numerodecliente codigocliente idcliente riferimento codicecliente numerocliente numerklienta nrklienta idklienta
     kundenummer kundenr medlemsnummer medlemsnr kundnummer kundnr
     numerodecliente numerodesocio nsocio codigodecliente medlemsnummer cislozakaznika zakaznickecislo zakaznickecislo cisloclena ugyfelszam ugyfelkod azonosito tagszam asiakasnumero asiakasnro jasennumero`,
  ),
  billingGroup: words(
    `billinggroup costcentre costcenter costcentrecode kostenplaats kostenplaatscode kostendrager kostenstelle kostenst
     centredecout centredecouts centrecout centrodecoste centrodicosto`,
  ),
  addressOverride: words(`addressoverride`),
}

/** Columns of parts without their own field, by the address or name field that they may extend. */
export const extraWords: Readonly<Record<string, ReadonlySet<string>>> = {
  'recipient.addressLine2': words(
    `address3 address4 addr3 dependentlocality subbuildingname bairro area addrline3 addrline4 supplementaladdress2 supplementaladdress3 addresszusatz2 postofficebox addressline3 addressline4 street3 streetline3 adres3 adres4 adresregel3 adresregel4 adresszeile3 adresszeile4 anschrift3
     adresse3 adresse4 adresseligne3 ligneadresse3 direccion3 indirizzo3 adreslinia3 adresselinje3 adress3 adressrad3 floor district neighbourhood neighborhood
     pobox postbus postfach boitepostalebp bp apartado casellapostale skrytkapocztowa postboks postbox emelet ajto andar fracao asunto huoneisto korter krt butas stan freguesia patro poschodie cimkiegeszites lieudit ortsteil stadtteil wijk frazione`,
  ),
  'recipient.companyName': words(
    `company2 companyname2 tradingname tradingas nombrecomercial firma2 firma3 firmenname2 name2 name3 department departmentname abteilung dipartimento reparto departamento dzial
     afdeling2 avdelning bedrijf2 organisatie2 societe2`,
  ),
}

/** Often the last name next to a first name: `Voornaam;Naam`, `Vorname;Name`, `Prénom;Nom`. */
export const lastNameWords = words('name naam nom navn namn')
/** Often the first name next to a last name: `Nombre;Apellidos`, `Nome;Cognome`. */
export const firstNameWords = words('name nombre nome')
/** First names next to which `name` is the last name; next to an English first name it is the whole name. */
export const localFirstNames = words('voornaam roepnaam vorname prenom fornavn fornamn')
/** Names of house-number columns that other columns, such as row numbers, also have. */
export const vagueNumbers = words('number no nummer nr numero num numer')
/** Suffixes that mean something else without a number column. */
export const besideNumbers: Readonly<Record<string, string>> = {
  suffix: 'nameSuffix',
  zusatz: 'recipient.addressLine2',
  etage: 'recipient.addressLine2',
}

/** The kind of street, written before the name: `Tipo vía;Nombre vía`. */
export const streetKindWords = words(
  'tipovia tipodevia tipocalle typevoie typedevoie naturevoie naturedelavoie dug tipovial streetprefix streettypeprefix',
)
/** A state, or in other languages a country. */
export const statesOrCountries = words('staat stato stat kraj')
/** A contact at a company. The name column then has the company's name. */
export const contactWords =
  words(`contact contactname contactperson contactpersoon terattentievan tav attention attn kontakt kontaktperson
  ansprechpartner zuhanden zhd contacto referente osobakontaktowa`)
/** Hungarian surnames, which come first. */
export const surnamesInFront = words('vezeteknev csaladnev csaladinev')
/** Districts or villages if another column has the city: `Locality;Town`. */
export const vagueCities = words('locality suburb localite localita village dorp')

/** Villages that may be part of a town, which needs a question. */
export const askedVillages = words('village dorp')
/** A unit within a building, or a team or class. */
export const vagueUnits = words('room roomno roomnumber kamer kamernummer kamernr unit unitno unitnumber')
/** Units and buildings that mean something else after a person or company: `Business unit`. */
export const unitColumns = words(
  'room roomno roomnumber kamer kamernummer kamernr unit unitno unitnumber suite flat building gebouw village dorp bus top',
)

export const splitWords = {
  streetAndNumber: words(
    `streetandnumber streetnumberandname straatennummer straathuisnummer straatenhuisnummer straathuisnr straatenhuisnr strasseundhausnummer strassehausnummer
     strassenr strasseundnr adresseetnumero callenumero calleynumero viaenumero viaecivico ulicainumer ulicainr gadeognr vejognummer gataochnummer
     ruaenumero moradaenumero enderecoenumero gateognummer gateognr veiognummer uliceacislo uliceacislopopisne ulicecp uliceacp ulicaacislo ulicaacislodomu utcahazszam utcaeshazszam katujanumero`,
  ),
  postalCodeAndCity: words(
    `postalcodeandcity postcodeandcity zipandcity postcodeenplaats postcodeplaats postcodewoonplaats plzort plzundort
     codepostaletville cpville cpyciudad capecitta kodimiasto postnrogby postnrochort
     codigopostalelocalidade codigopostallocalidade cpelocalidade postnummerogsted postnrsted postnummersted pscmesto pscamesto pscobec pscaobec iranyitoszamvaros irszvaros postinumerojapaikka postinumerokaupunki postinumerojapostitoimipaikka`,
  ),
} as const

/** Removes spaces from a folded name: `Post-code / Plaats` → `postcodeplaats`. */
export const bare = (folded: string): string => folded.replaceAll(' ', '')
