import type { Recipient } from '../../src/core/address/index.ts'

/** Valid addresses, and how each is printed on mail from the Netherlands. */
const printed = `
NL name=Zoë de Vries | street=Keizersgracht | number=12 | suffix=A | code=1015cx | city=Amsterdam
  → Zoë de Vries / Keizersgracht 12 A / 1015 CX  AMSTERDAM
NL company=Bakker B.V. | name=J. Bakker | line2=Unit 3 | street=Markt 1 | code=NL-5211 JX | city=’s-Hertogenbosch
  → Bakker B.V. / J. Bakker / Unit 3 / Markt 1 / 5211 JX  ’S-HERTOGENBOSCH
NL name=A. Jansen | street=Postbus 250 | code=1000 AG | city=IJmuiden
  → A. Jansen / Postbus 250 / 1000 AG  IJMUIDEN
BE name=Luc Peeters | street=Nieuwstraat | number=5 | suffix=3 | code=B-1000 | city=Brussel
  → Luc Peeters / Nieuwstraat 5 bus 3 / 1000 BRUSSEL / BELGIUM
BE name=Marie | street=Rue Neuve | number=7 | suffix=A | code=4000 | city=Liège
  → Marie / Rue Neuve 7 A / 4000 LIÈGE / BELGIUM
DE name=Jörg Müller | street=Straße des 17. Juni | number=135 | code=D-10623 | city=Berlin
  → Jörg Müller / Straße des 17. Juni 135 / 10623 BERLIN / GERMANY
DE company=Groß GmbH | name=Anna Groß | street=Hauptstr. 4a | code=80331 | city=München
  → Groß GmbH / Anna Groß / Hauptstr. 4a / 80331 MÜNCHEN / GERMANY
FR name=Élodie Durand | street=rue de la Paix | number=12 | suffix=bis | code=F-75002 | city=Paris
  → Élodie Durand / 12 bis rue de la Paix / 75002 PARIS / FRANCE
FR name=Société internationale de construction navale et maritime | street=1 rue X | code=75001 | city=Paris
  → Société internationale de construction navale et maritime / 1 rue X / 75001 PARIS / FRANCE
FR name=Jean | street=Le Bourg | code=24290 | city=Montignac
  → Jean / Le Bourg / 24290 MONTIGNAC / FRANCE
GB name=Jane Doe | company=Doe Ltd | street=High Street | number=12 | suffix=A | code=sw1a2aa | city=London
  → Jane Doe / Doe Ltd / 12A High Street / LONDON / SW1A 2AA / UNITED KINGDOM
GB name=Jane | street=Rose Cottage | code=M1 1AE | city=Manchester
  → Jane / Rose Cottage / MANCHESTER / M1 1AE / UNITED KINGDOM
GB name=Jane | company=Doe Ltd | line2=Little Wymondley | street=High Street | number=12 | city=Hitchin | code=SG4 7JU
  → Jane / Doe Ltd / 12 High Street / Little Wymondley / HITCHIN / SG4 7JU / UNITED KINGDOM
GB name=Jane | line2=Flat 4 | street=Mill Lane | number=3 | city=Leeds | code=LS1 4AP
  → Jane / Flat 4 / 3 Mill Lane / LEEDS / LS1 4AP / UNITED KINGDOM
GB name=Jane | line2=Victoria House | street=Mill Lane | number=3 | city=Leeds | code=LS1 4AP
  → Jane / Victoria House / 3 Mill Lane / LEEDS / LS1 4AP / UNITED KINGDOM
GB name=Jane | line2=c/o Ann Smith | street=Mill Lane | number=3 | city=Leeds | code=LS1 4AP
  → Jane / c/o Ann Smith / 3 Mill Lane / LEEDS / LS1 4AP / UNITED KINGDOM
IE name=Aoife | line2=Knockmore | street=Main Street | number=3 | city=Ballina | region=Co. Mayo | code=f26 x7y8
  → Aoife / 3 Main Street / Knockmore / BALLINA / Co. Mayo / F26 X7Y8 / IRELAND
IE name=Aoife Byrne | street=Main Street | number=3 | city=Ballina | region=Co. Mayo | code=f26 x7y8
  → Aoife Byrne / 3 Main Street / BALLINA / Co. Mayo / F26 X7Y8 / IRELAND
IE name=Aoife | street=The Lodge | city=Dublin 6W | code=D6WXY12
  → Aoife / The Lodge / DUBLIN 6W / D6W XY12 / IRELAND
IE name=Aoife | street=The Lodge | city=Sligo
  → Aoife / The Lodge / SLIGO / IRELAND
LU name=Jean Muller | street=route de Longwy | number=71 | code=L-4750 | city=Pétange
  → Jean Muller / 71, route de Longwy / L-4750 PÉTANGE / LUXEMBOURG
LU name=Jean | street=2, rue du Fort | code=1234 | city=Luxembourg
  → Jean / 2, rue du Fort / L-1234 LUXEMBOURG / LUXEMBOURG
AT name=Eva Huber | street=Ringstraße | number=12 | suffix=3/4 | code=A-1010 | city=Wien
  → Eva Huber / Ringstraße 12/3/4 / 1010 WIEN / AUSTRIA
AT name=Eva | street=Ring | number=1 | suffix=b | code=8010 | city=Graz
  → Eva / Ring 1b / 8010 GRAZ / AUSTRIA
CH name=Urs Meier | street=Bahnhofstrasse | number=3 | suffix=a | code=CH-8001 | city=Zürich
  → Urs Meier / Bahnhofstrasse 3a / 8001 ZÜRICH / SWITZERLAND
CH name=Urs | street=Postfach | code=3001 | city=Bern
  → Urs / Postfach / 3001 BERN / SWITZERLAND
ES name=Iñaki Núñez | street=Calle Mayor | number=12 | suffix=3º B | code=28850 | city=Torrejón | region=Madrid
  → Iñaki Núñez / Calle Mayor, 12, 3º B / 28850 TORREJÓN / MADRID / SPAIN
ES name=Ana | street=Gran Vía, 1 | code=28013 | city=Madrid | region=Madrid
  → Ana / Gran Vía, 1 / 28013 MADRID / SPAIN
IT name=Luca Rossi | street=Via Roma | number=12 | suffix=A | code=00184 | city=Roma | region=rm
  → Luca Rossi / Via Roma 12/A / 00184 ROMA RM / ITALY
IT name=Luca | street=Piazza Duomo 1 | code=I-20121 | city=Milano
  → Luca / Piazza Duomo 1 / 20121 MILANO / ITALY
PT name=João Sá | street=Rua do Ouro | number=12 | suffix=3.º Esq | code=1000205 | city=Lisboa
  → João Sá / Rua do Ouro 12 3.º Esq / 1000-205 LISBOA / PORTUGAL
PT name=João | street=Rua Nova 1 | code=4000-001 | city=Porto
  → João / Rua Nova 1 / 4000-001 PORTO / PORTUGAL
DK name=Søren Ås | street=Hovedgaden | number=12 | suffix=2. tv | code=DK-1050 | city=København K
  → Søren Ås / Hovedgaden 12, 2. tv / 1050 KØBENHAVN K / DENMARK
DK name=Søren | street=Torvet | number=1 | suffix=B | code=8000 | city=Aarhus
  → Søren / Torvet 1B / 8000 AARHUS / DENMARK
SE name=Åsa Öberg | street=Storgatan | number=1 | code=11349 | city=Stockholm
  → Åsa Öberg / Storgatan 1 / SE-113 49 STOCKHOLM / SWEDEN
SE name=Åsa | street=Storgatan 1 A | code=SE-411 01 | city=Göteborg
  → Åsa / Storgatan 1 A / SE-411 01 GÖTEBORG / SWEDEN
NO name=Kåre Lie | street=Storgata | number=3 | suffix=B | code=0155 | city=Oslo
  → Kåre Lie / Storgata 3B / 0155 OSLO / NORWAY
NO name=Kåre | street=Torget 2 | code=NO-5014 | city=Bergen
  → Kåre / Torget 2 / 5014 BERGEN / NORWAY
FI name=Väinö Mäki | street=Mannerheimintie | number=5 | suffix=A 4 | code=00100 | city=Helsinki
  → Väinö Mäki / Mannerheimintie 5 A 4 / FI-00100 HELSINKI / FINLAND
FI name=Väinö | street=Kauppakatu 2 | code=FI-33100 | city=Tampere
  → Väinö / Kauppakatu 2 / FI-33100 TAMPERE / FINLAND
PL name=Łukasz Żak | street=ul. Marszałkowska | number=12 | suffix=4 | code=00950 | city=Warszawa
  → Łukasz Żak / ul. Marszałkowska 12/4 / 00-950 WARSZAWA / POLAND
PL name=Łukasz | street=Rynek 1 | code=31-042 | city=Kraków
  → Łukasz / Rynek 1 / 31-042 KRAKÓW / POLAND
GR name=Ελένη Παππά | street=Ερμού | number=12 | code=10557 | city=Αθήνα
  → Ελένη Παππά / Ερμού 12 / 105 57 ΑΘΗΝΑ / GREECE
GR name=Eleni | street=Ermou 12 | code=GR-105 57 | city=Athina
  → Eleni / Ermou 12 / 105 57 ATHINA / GREECE
US name=John Smith | company=Acme Inc | street=Main St | number=12 | suffix=Apt 4 | city=New York | region=ny | code=100011234
  → John Smith / Acme Inc / 12 Main St Apt 4 / NEW YORK NY 10001-1234 / UNITED STATES OF AMERICA
US name=John | street=1 Main St | city=Boston | region=MA | code=02108
  → John / 1 Main St / BOSTON MA 02108 / UNITED STATES OF AMERICA
CA name=Anne Roy | street=Wellington St | number=111 | city=Ottawa | region=on | code=k1a0b1
  → Anne Roy / 111 Wellington St / OTTAWA ON  K1A 0B1 / CANADA
CA name=Anne | street=1 rue Sherbrooke | city=Montréal | region=QC | code=H2X 1X8
  → Anne / 1 rue Sherbrooke / MONTRÉAL QC  H2X 1X8 / CANADA
CZ name=Jiří Dvořák | street=Dlouhá | number=12 | suffix=4 | code=11000 | city=Praha 1
  → Jiří Dvořák / Dlouhá 12/4 / 110 00 PRAHA 1 / CZECH REPUBLIC
CZ name=Jiří | street=Dlouhá 1 | code=CZ-602 00 | city=Brno
  → Jiří / Dlouhá 1 / 602 00 BRNO / CZECH REPUBLIC
`

/** Invalid addresses, each with the codes of its findings. */
const refused = `
NL name=A | street=Markt | number=1 | code=0123 AB | city=X
  → postal_code_invalid
NL name=A | street=Markt | number=1 | code=1234 SS | city=X
  → postal_code_invalid
NL name=A | street=Markt | code=1234 AB | city=X
  → house_number_missing
NL street=Markt | number=1 | city= 
  → recipient_name_missing postal_code_missing city_missing
BE name=L | street=Nieuwstraat | number=5 | code=0999 | city=Gent
  → postal_code_invalid
BE name=L | street=Nieuwstraat | code=9000 | city=Gent
  → house_number_missing
DE name=J | street=Hauptstr. 4 | code=00123 | city=Berlin
  → postal_code_invalid
DE name=J | street=Hauptstr. | code=1012 | city=Berlin
  → house_number_missing postal_code_invalid
FR name=É | street=1 rue X | code=99123 | city=Paris
  → postal_code_invalid
FR name=É | street=12 boulevard de la Société internationale de construction navale | code=75001 | city=Paris
  → line_too_long
GB name=J | street=High Street | code=SW1A 2A | city=London
  → postal_code_invalid
GB name=J | street=High Street | city=London
  → postal_code_missing
IE name=A | street=The Lodge | city=Sligo | code=12345
  → postal_code_invalid
LU name=J | street=2, rue du Fort | code=L-47500 | city=X
  → postal_code_invalid
LU name=J | street=rue du Fort | code=4750 | city=X
  → house_number_missing
AT name=E | street=Ring 1 | code=0100 | city=Wien
  → postal_code_invalid
CH name=U | street=Gasse | code=80011 | city=Z
  → house_number_missing postal_code_invalid
ES name=A | street=Gran Vía 1 | code=53001 | city=Madrid
  → postal_code_invalid
IT name=L | street=Via Roma | code=184 | city=Roma
  → house_number_missing postal_code_invalid
PT name=J | street=Rua Nova 1 | code=4000 | city=Porto
  → postal_code_invalid
DK name=S | street=Torvet 1 | code=105 | city=K
  → postal_code_invalid
SE name=Å | street=Storgatan 1 | code=013 49 | city=S
  → postal_code_invalid
NO name=K | street=Torget | code=55 | city=Oslo
  → house_number_missing postal_code_invalid
FI name=V | street=Kauppakatu 2 | code=100 | city=H
  → postal_code_invalid
PL name=Ł | street=Rynek 1 | code=3104 | city=K
  → postal_code_invalid
GR name=E | street=Ermou | code=01557 | city=A
  → house_number_missing postal_code_invalid
US name=J | street=1 Main St | city=Boston | code=02108
  → region_missing
US name=J | street=1 Main St | city=Boston | region=MA | code=2108
  → postal_code_invalid
CA name=A | street=1 Main St | city=Ottawa | region=ON | code=D1A 0B1
  → postal_code_invalid
CZ name=J | street=Dlouhá 1 | code=810 00 | city=P
  → postal_code_invalid
`

export interface AddressCase {
  recipient: Recipient
  outcome: string
}

const fields = {
  name: 'name',
  company: 'companyName',
  street: 'street',
  number: 'houseNumber',
  suffix: 'houseNumberSuffix',
  line2: 'addressLine2',
  code: 'postalCode',
  city: 'city',
  region: 'region',
} as const

const read = (text: string): AddressCase[] =>
  text
    .trim()
    .split(/\n(?=[A-Z]{2} )/)
    .map((entry) => {
      const [address = '', outcome = ''] = entry.split('\n  → ')
      const pairs = address
        .slice(3)
        .split(' | ')
        .map((pair) => [
          fields[pair.slice(0, pair.indexOf('=')) as keyof typeof fields],
          pair.slice(pair.indexOf('=') + 1),
        ])
      return {
        recipient: { ...Object.fromEntries(pairs), country: address.slice(0, 2) } as Recipient,
        outcome,
      }
    })

export const printedAddresses = read(printed)
export const refusedAddresses = read(refused)
