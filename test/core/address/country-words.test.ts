import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { countriesCalled, countryOf } from '../../../src/core/address/countries/words.ts'
import { checkAddress, countries, type Recipient } from '../../../src/core/address/index.ts'
import { createReader } from '../../../src/core/features/lists/mapping/apply.ts'
import { countryFault } from '../../../src/core/features/lists/mapping/values.ts'

/** Country names and codes as found in lists. */
const known: Readonly<Record<string, string>> = {
  AL: 'Albania, Shqipëri, Shqipëria, Albanien, Albanië, ALB',
  AM: 'Հայաստան, Armenia, Hayastan',
  AT: 'Österreich, Oesterreich, Austria, Oostenrijk, Autriche, Østrig, Österrike, A, AUT, Republik Österreich',
  BE: 'België, Belgique, Belgien, Belgium, Bélgica, Belgio, B, BEL',
  BG: 'България, Bulgaria, Bulgarien, Bulgarije, BG',
  BR: 'Brasil, Brazil, Brazilië, Brasilien',
  CH: 'Schweiz, Suisse, Svizzera, Svizra, Switzerland, Zwitserland, Suiza, Szwajcaria, CH, CHE',
  CN: '中国, China, PRC, P.R. China',
  CZ: 'Česko, Česká republika, Czech Republic, Czechia, Tsjechië, Tschechien, République tchèque, CZ, CZE',
  DE: 'Deutschland, Germany, Duitsland, Allemagne, Alemania, Germania, Niemcy, Tyskland, BRD, D, DEU, GER, DDR',
  DK: 'Danmark, Denmark, Denemarken, Dänemark, Danemark, Dania, DK, DNK',
  EE: 'Eesti, Estonia, Estland, Estonie',
  ES: 'España, Spain, Spanje, Spanien, Espagne, Spagna, Hiszpania, E, ESP, Espanya',
  FI: 'Suomi, Finland, Finlande, Finnland, Finlandia, FIN',
  FR: 'France, Frankrijk, Frankreich, Francia, Francja, Frankrig, F, FRA, FX',
  GB: 'UK, U.K., United Kingdom, Great Britain, England, Scotland, Wales, Northern Ireland, Cymru, Engeland, Schottland, Verenigd Koninkrijk, Royaume-Uni, Wielka Brytania, GBR, the United Kingdom',
  GE: 'საქართველო, Georgia, Georgien',
  GR: 'Ελλάδα, ΕΛΛΑΔΑ, Greece, Griekenland, Griechenland, Grèce, Hellas, EL, GRC',
  HR: 'Hrvatska, Croatia, Kroatië, Kroatien, Croatie, HRV',
  HU: 'Magyarország, Hungary, Hongarije, Ungarn, H, HUN',
  IE: 'Éire, Ireland, Ierland, Irland, Irlande, Republic of Ireland, IRL',
  IL: 'ישראל, Israel',
  IN: 'भारत, India, Indien, Inde',
  IS: 'Ísland, Iceland, IJsland, Island, Islande',
  IT: 'Italia, Italy, Italië, Italien, Italie, Włochy, I, ITA',
  JP: '日本, Japan, Japon',
  KR: '대한민국, 한국, South Korea, Republic of Korea, Zuid-Korea',
  LI: 'Liechtenstein, FL',
  LT: 'Lietuva, Lithuania, Litouwen, Litauen, LTU',
  LU: 'Lëtzebuerg, Luxembourg, Luxemburg, L, LUX',
  LV: 'Latvija, Latvia, Letland, Lettland, LVA',
  ME: 'Crna Gora, Montenegro',
  MM: 'Burma, Myanmar, BU',
  MT: 'Malta, M, MLT',
  NL: 'Nederland, Netherlands, The Netherlands, Netherlands (the), Niederlande, Pays-Bas, Países Bajos, Paesi Bassi, Holandia, Holland, NL, NLD, Nederländerna',
  NO: 'Norge, Noreg, Norway, Noorwegen, Norwegen, Norvège, N, NOR, no',
  PL: 'Polska, Poland, Polen, Pologne, Polonia, PL, POL',
  PT: 'Portugal, P, PRT',
  RO: 'România, Romania, Roemenië, Rumänien, Roumanie, ROM, ROU',
  RS: 'Србија, Srbija, Serbia, Servië',
  RU: 'Россия, Russia, Russian Federation, Rusland, RUS',
  SE: 'Sverige, Sweden, Zweden, Schweden, Suède, Szwecja, S, SWE',
  SI: 'Slovenija, Slovenia, Slovenië, Slowenien, SLO, SVN',
  SK: 'Slovensko, Slovakia, Slovak Republic, Slowakije, Slowakei, SVK',
  SZ: 'Swaziland, Eswatini',
  TH: 'ไทย, Thailand',
  TL: 'East Timor, Timor-Leste, TP',
  TR: 'Türkiye, Turkey, Turkije, Türkei, TR, TUR',
  TW: '台灣, Taiwan',
  UA: 'Україна, Ukraine, Oekraïne, UKR',
  US: 'USA, U.S.A., U.S., US, United States, America, Verenigde Staten, États-Unis, Estados Unidos, Vereinigte Staaten',
  VA: 'Vatican, Vaticaanstad, Città del Vaticano, Holy See',
  CD: 'Zaire, DR Congo, ZR, Democratic Republic of the Congo',
  ZA: 'South Africa, Zuid-Afrika, Südafrika, RSA, Suid-Afrika',
}

describe('a country in a list', () => {
  test.each(Object.entries(known))('%s is %s', (code, names) => {
    expect(names.split(', ').filter((name) => countryOf(name) !== code)).toEqual([])
  })

  test.each(countries)('$code is known by its code and its English name $name', ({ code, name }) => {
    expect([countryOf(code), countryOf(code.toLowerCase()), countryOf(name)]).toEqual([code, code, code])
  })

  test.each([
    ['ČR', 'CZ'],
    ['West-Duitsland', 'DE'],
    ['Westdeutschland', 'DE'],
    ['Oost-Duitsland', 'DE'],
    ['DDR', 'DE'],
    ['Belgisch Congo', 'CD'],
    ['Bechuanaland', 'BW'],
    ['British Honduras', 'BZ'],
    ['Č. R.', 'CZ'],
    ['Ö', 'AT'],
    ['Deutschland (DE)', 'DE'],
    ['Nederland (NL)', 'NL'],
    ['Holland (NL)', 'NL'],
    ['CH-Schweiz', 'CH'],
    ['Schweiz/Suisse', 'CH'],
    ['GB - England', 'GB'],
    ['Germany, Federal Republic of', 'DE'],
    ['Iran (Islamic Republic of)', 'IR'],
    ['Great Britain (UK)', 'GB'],
    ['Czech Rep.', 'CZ'],
  ])('%s is %s', (name, code) => expect(countryOf(name)).toBe(code))

  test.each([
    'N/A',
    'n.a.',
    'N. A.',
    'Jersey (GB)',
    'Nederland/België',
    'Duitsland, Frankrijk',
    'Č',
    'Dr/Mr',
  ])('%s is not recognised, and neither are its parts', (name) => expect(countryOf(name)).toBeUndefined())

  test.each(['Atlantis', '', '-', 'EU', 'Dhr.', 'Mevr.', 'Frau', 'x', '12'])(
    '%j is not recognised',
    (name) => {
      expect(countryOf(name)).toBeUndefined()
    },
  )

  test.each([
    ['Congo', 'CD CG'],
    ['Korea', 'KR KP'],
    ['Virgin Islands', 'VG VI'],
    ['Netherlands Antilles', 'BQ CW SX'],
    ['Channel Islands', 'GG JE'],
    ['Czechoslovakia', 'CZ SK'],
    ['Tsjecho-Slowakije', 'CZ SK'],
    ['Československo', 'CZ SK'],
    ['Joegoslavië', 'RS HR SI BA ME MK XK'],
    ['Jugoslavija', 'RS HR SI BA ME MK XK'],
    ['Servië en Montenegro', 'RS ME'],
    ['Nederlandse Antillen', 'BQ CW SX'],
    ['Antilles néerlandaises', 'BQ CW SX'],
    ['Sovjet-Unie', 'RU UA BY KZ UZ GE AM AZ MD LT LV EE KG TJ TM'],
    ['URSS', 'RU UA BY KZ UZ GE AM AZ MD LT LV EE KG TJ TM'],
  ])('%s is refused because it is the name of %s', (name, codes) => {
    expect(countryOf(name)).toBeUndefined()
    expect(countriesCalled(name).join(' ')).toBe(codes)
  })

  test('an error lists the accepted names', () => {
    expect(countryFault('Korea').message).toBe(
      '“Korea” is the name of several countries. Use one of: South Korea, North Korea.',
    )
    expect(countryFault('Atlantis').message).toContain('Use its name or two letters')
  })

  test('the postal code rule of the recognised country applies', () => {
    const [heading, ...rows] = readFileSync(
      new URL('../../fixtures/inputs/lists/countries-in-their-own-words.csv', import.meta.url),
      'utf8',
    )
      .replace(/^\uFEFF/, '')
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split(';'))
    const fields = {
      'recipient.name': { columns: ['Voornaam', 'Achternaam'] },
      'recipient.street': { column: 'Straat' },
      'recipient.houseNumber': { column: 'Huisnummer' },
      'recipient.postalCode': { column: 'Postcode' },
      'recipient.city': { column: 'Plaats' },
      'recipient.country': { column: 'Land' },
    }
    const reader = createReader({ fields }, { heading: heading!, country: 'NL', variables: {} })
    const read = rows.map((cells) => reader.read(cells).recipient as Recipient)
    expect(read.map(({ country }) => country).join(' ')).toBe('GB GB GB DK IT ES PL SE TR NL US DE AT')
    const codes = read.map((recipient) =>
      checkAddress(recipient, { originCountry: 'NL', override: false }).some(
        ({ code }) => code === 'postal_code_invalid',
      ),
    )
    expect(read.filter((_, index) => !codes[index]).map(({ country }) => country)).toEqual(['TR', 'NL'])
  })
})
