import { catalogueNl } from './catalogue.nl.ts'
import { faultsNl } from './faults.nl.ts'
import { pressNl } from './findings.nl.ts'
import { instanceNl } from './instance.nl.ts'
import { printersNl } from './printers.nl.ts'
import { problemsNl } from './problems.nl.ts'
import { refusalsNl } from './refusals.nl.ts'
import { rulesNl } from './rules.nl.ts'
import { statesRefusedNl } from './states-refused.nl.ts'

/**
 * Dutch sentences by code, or code and case, with the names of their values in braces. A value with a
 * question mark is optional. `test/portal/sentences.test.ts` checks that none is missing.
 */
export const sentencesNl: Readonly<Record<string, string>> = {
  ...pressNl,
  ...printersNl,
  ...faultsNl,
  ...catalogueNl,
  ...instanceNl,
  ...refusalsNl,
  ...rulesNl,
  ...problemsNl,
  ...statesRefusedNl,
  country_unsupported: '{country} is geen landcode volgens ISO 3166-1.{meant?}',
  'unknown.country': '{country} is geen landcode volgens ISO 3166-1.{meant?}',
  recipient_name_missing: 'Het adres heeft een naam of een bedrijfsnaam nodig.',
  recipient_name_incomplete: '“{name}” noemt geen persoon: vul een voornaam of achternaam aan.',
  street_missing: 'Het adres heeft een straat nodig.',
  house_number_missing: 'Een adres in {countryCode} heeft een huisnummer nodig.',
  carrier_code_uncertain:
    'Er wordt geen KIX-code gedrukt, omdat niet zeker is welke deur “{door}” bedoelt. Vul huisnummer en toevoeging apart in om er een te drukken.',
  city_missing: 'Het adres heeft een plaats nodig.',
  region_missing: 'Een adres in {countryCode} heeft een staat of provincie nodig.',
  postal_code_missing: 'Een adres in {countryCode} heeft een postcode nodig.',
  postal_code_invalid:
    '{postalCode} is geen postcode van {countryCode}; een postcode ziet eruit als {example}.',
  postal_code_elsewhere: '{postalCode} is een postcode van {countryCode}. Controleer het land.',
  given_twice: '“{text}” zegt misschien tweemaal hetzelfde. Het wordt gedrukt zoals het er staat.',
  numbers_differ:
    '“{street}” heeft al een huisnummer, en “{number}” staat ernaast. Beide worden gedrukt. Kijk welk nummer klopt.',
  lines_doubtful:
    'Zowel “{first}” als “{second}” kan de straat zijn. Ze worden in deze volgorde gedrukt: “{first}” boven “{second}”. Controleer beide regels.',
  printed_otherwise: '“{given}” wordt gedrukt als “{printed}”.',
  invisible_characters: 'De tekst heeft onzichtbare tekens ({characters}). Ze worden niet gedrukt.',
  combining_marks:
    'De tekst heeft te veel tekens op één letter. Verbeter die, of neem het adres toch aan om hem te drukken.',
  name_order_doubtful:
    '“{name}” wordt gedrukt zoals hij er staat, met de achternaam voorop. Schrijf de naam zoals hij op de envelop hoort.',
  'city_doubtful.postal_code':
    'De plaats “{city}” begint of eindigt met een andere postcode dan {postalCode}. Haal een van beide weg.',
  'city_doubtful.country':
    'De plaats “{city}” noemt {countryCode}, en het land is {own}. Verbeter een van beide.',
  region_not_printed: 'De regio “{region}” wordt niet gedrukt: adressen in {countryCode} hebben er geen.',
  region_unknown: '{region} is geen bekende staat of provincie van {countryCode}. De tekst wordt zo gedrukt.',
  direction_controls:
    '{name} heeft tekens die de richting van de tekst veranderen ({characters}). Haal ze weg als de tekst niet in een schrift van rechts naar links is.',
  'invalid_format.country_name':
    '“{country}” is geen bekend land. Schrijf de naam of de twee letters (ISO 3166-1), bijvoorbeeld Duitsland of DE.',
  'invalid_format.country_of_several':
    '“{country}” is de naam van meer landen. Schrijf een van: {countries}.',
  line_too_long: 'De regel “{line}” heeft {length} tekens; op papier is er plaats voor {limit}.',
  too_many_lines: 'Het adres heeft {lines} regels; op papier is er plaats voor {limit}.',
  'variable_missing.field': 'Het sjabloon heeft het samenvoegveld {name} nodig.',
  'salutation_unclear.salutation':
    'De aanhef {given} is niet bekend, daarom wordt {printed} gedrukt. Verbeter de aanhef, bijvoorbeeld in Geachte mevrouw de Vries.',
  'salutation_unclear.alone':
    '{printed} is alleen een aanspreekvorm, en de brief begint ermee. Verbeter de aanhef, bijvoorbeeld in Geachte mevrouw de Vries.',
  'salutation_unclear.title':
    'De titel {given} is niet bekend, daarom wordt {printed} gedrukt. Verbeter de aanhef als er iets anders moet staan.',
  'salutation_unclear.sex':
    'Uit de waarde {given} blijkt niet welke aanspreekvorm juist is, daarom wordt {printed} gedrukt. Verbeter de aanspreekvorm.',
  'salutation_unclear.conflict':
    'De aanspreekvormen van deze ontvanger spreken elkaar tegen, daarom wordt {printed} gedrukt. Verbeter de aanspreekvorm of het geslacht.',
  'salutation_unclear.language':
    'In deze taal zijn er geen aanspreekvormen, daarom wordt {printed} gedrukt. Verbeter de aanhef als er iets anders moet staan.',
  'salutation_unclear.name':
    'De naam is op meer dan één manier te lezen, daarom wordt {printed} gedrukt. Verbeter de aanhef als er iets anders moet staan.',
  variable_unknown: 'Het sjabloon heeft geen samenvoegveld {name}; het wordt niet gedrukt.',
  variable_too_long: '{name} heeft {length} tekens; het sjabloon neemt er {limit}.',
  'variable_invalid.kind': '{name} is geen {type}.',
  'variable_invalid.number':
    '{name} is geen getal zoals dit veld het kent. Gebruik cijfers en een punt, met hoogstens {decimals} cijfers achter de punt, bijvoorbeeld 1250 of -3.5.',
  'duplicate_recipient.postflow':
    '{recipient} op dit adres heeft kort geleden {earlier} uit deze Postflow gekregen. Annuleer dit poststuk. Is het voor iemand anders met die naam, schrijf de naam dan zo dat de twee verschillen.',
  'duplicate_recipient.other_data':
    '{recipient} op dit adres heeft nog een poststuk in deze mailing ({earlier}), met andere waarden van {fields}. Bevestig het adres om beide te versturen, of annuleer er een.',
  'duplicate_recipient.postbatch':
    '{recipient} op dit adres staat al in deze mailing ({earlier}) en krijgt één poststuk: laat dit weg. Is het voor iemand anders met die naam, schrijf de naam dan zo dat de twee verschillen.',
  hidden: 'Voor de bijzonderheden is het recht items.read nodig.',
  base_url_unreachable:
    'Versie {templateVersionId} van het sjabloon van {mailingName} drukt {links}, en lezers komen niet op {baseUrl}: start de server met --base-url, het openbare adres waarop hij antwoordt.',
  tracking_target_missing:
    'Versie {templateVersionId} van het sjabloon drukt een code om te scannen die nergens heen leidt: vul bij {mailingName} een webadres in.',
  return_address_missing:
    '{mailingName} heeft geen retouradres, zodat onbestelbare post niet terugkomt: kies er een, of geef de organisatie een standaard.',
  no_live_printer:
    'Deze winkel heeft geen printer voor echte post: goedgekeurde stukken worden klaargemaakt en wachten tot de beheerder er een aansluit.',
  live_printing_held:
    'Echt drukken staat stil: goedgekeurde stukken worden klaargemaakt en wachten tot de beheerder het hervat.',
  'unknown.field': 'Het veld {name} bestaat niet.{meant?}',
  'unknown.parameter': 'De parameter {name} bestaat niet.{meant?}',
  reserved: '{parameter} heeft een gereserveerde naam; kies een andere.',
  'max_length.overfull': '{parameter} heeft hoogstens {limit} regels.',
  'invalid_type.list': '{parameter}: hier hoort een object, geen lijst.{wrapper?}',
  'required.value': 'Vul dit in: {parameter}.',
  'min_length.counted': '{parameter}: minstens {limit} {unit}; nu {length}.',
  'max_length.counted': '{parameter}: hoogstens {limit} {unit}; nu {length}.',
  'max_entries.counted': '{parameter}: hoogstens {limit} {unit}; nu {length}.',
  min_value: '{parameter} is minstens {limit}.',
  'max_value.number': '{parameter} is hoogstens {limit}.',
  integer: '{parameter} is een geheel getal.',
  safe_integer: '{parameter} is een geheel getal.',
  'invalid_type.expected': '{parameter}: verwacht werd {expected}, gekregen {received}.{meant?}',
  'invalid_value.expected': '{parameter}: verwacht werd {expected}, gekregen {received}.{meant?}',
  too_deep: 'De waarde is dieper genest dan {limit} niveaus.',
  'invalid_characters.field': '{parameter} bevat tekens die geen tekst kan hebben.',
  'invalid_characters.body': 'De aanvraag bevat tekens die geen tekst kan hebben.',
  'file_kind.other': '{kind}; dit is {found}.',
  'file_kind.svg':
    'Een SVG is een tekening, geen afbeelding. Upload hem als tekening, in het portaal bij de pdf’s.',
  'file_kind.heic':
    'Dit is een HEIC-afbeelding, die niet wordt aangenomen. Sla haar op als JPEG. Kies op een iPhone Instellingen, Camera, Structuren, Meest compatibel.',
  'file_kind.gif': 'Dit is een GIF, die niet wordt aangenomen. Sla hem op als PNG.',
  'file_kind.picture':
    'Dit is {found}, en dat wordt niet aangenomen. Sla het op als PNG of TIFF, of een foto als JPEG.',
  'file_kind.document': 'Dit is een pdf, geen afbeelding. Upload hem als pdf.',
  'file_kind.postscript':
    'Dit is PostScript (EPS), en dat wordt niet aangenomen. Sla het op als pdf en upload die.',
  'file_kind.zeros': 'Een csv is tekst; hierin staan nulbytes.',
}
