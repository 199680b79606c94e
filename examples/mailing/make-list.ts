/**
 * Makes the list of this example, always the same: 1,000 recipients as a spreadsheet exports them, and the
 * corrections of the bad rows.
 *
 *   node examples/mailing/make-list.ts    # writes recipients.csv and mendings.json
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The columns of the list, as its owner calls them. */
export const columns = [
  'Klantnr',
  'Voornaam',
  'Naam',
  'Bedrijf',
  'Straat en huisnummer',
  'Postcode',
  'Plaats',
  'Land',
] as const
export type Recipient = Record<(typeof columns)[number], string>

/** What the import must find wrong with a row, and what its owner writes instead; null where it is to be dropped. */
export interface Mending {
  /** Column and code of each problem. */
  problems: string[]
  mend: Partial<Recipient & { addressOverride: string }> | null
}

/** mulberry32: the same numbers on every machine. */
const numbersFrom = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return (((t ^ (t >>> 14)) >>> 0) % 1_000_003) % below
  }
}

const firstNames =
  `Zoë Anaïs Daan Sanne Thijs Maïté Noémie François Jürgen Íñigo Łukasz Søren Agnès Bjørn Chloé Femke Gülay
  Hélène Jeroen Käthe Loïc Mónica Renée Tomáš`.split(/\s+/)
const lastNames = [
  ...[
    'de Vries',
    "van 't Hof",
    'van den Berg-Bakker',
    'Müller',
    'Weiß',
    'Lefèvre',
    'Peeters',
    'O’Neill',
    'Çelik',
  ],
  ...[
    'Groß',
    'Núñez',
    'Jansen',
    'Kowalska',
    'Dvořák',
    'Sørensen',
    'Verstraete',
    'Château',
    'd’Hondt',
    'IJzerman',
  ],
]
const companies = [
  'Bakkerij De Korenbloem',
  'Café "De Zon"',
  'Smit; Zonen & Co',
  'Praxis Dr. Groß',
  'L’Étoile d’Or',
]

/** Streets, postal code and city that belong together; what the owner of the list writes for the country. */
const places: { streets: string[]; towns: [string, string][]; land: string[]; numberFirst?: boolean }[] = [
  {
    streets: ['Prinsengracht', 'Burgemeester de Vlugtlaan', 'Kerkstraat', '’s-Gravelandseweg', 'Plein 1944'],
    towns: [
      ['1017 AB', 'Amsterdam'],
      ['3511 LX', 'Utrecht'],
      ['9712 HM', 'Groningen'],
      ['5211 JX', "'s-Hertogenbosch"],
      ['8601 EA', 'Sneek (Snits)'],
    ],
    land: ['', '', 'Nederland', 'NL', 'Holland'],
  },
  {
    streets: ['Königsallee', 'Große Bleichen', 'Straße des 17. Juni'],
    towns: [
      ['40212', 'Düsseldorf'],
      ['20354', 'Hamburg'],
      ['10623', 'Berlin'],
    ],
    land: ['Duitsland', 'DE', 'Deutschland'],
  },
  {
    streets: ['Bondgenotenlaan', 'Veldstraat', 'Rue du Pont-d’Avroy'],
    towns: [
      ['3000', 'Leuven'],
      ['9000', 'Gent'],
      ['4000', 'Liège'],
    ],
    land: ['België', 'BE', 'Belgique'],
  },
  {
    streets: ['rue de l’Église', 'avenue des Frères-Lumière'],
    towns: [
      ['25000', 'Besançon'],
      ['30000', 'Nîmes'],
    ],
    land: ['Frankrijk', 'France'],
    numberFirst: true,
  },
]

/** Row `index` of the list as it should be: no two live at the same address. */
const goodRow = (index: number, pick: (below: number) => number): Recipient => {
  const one = <T>(of: readonly T[]): T => of[pick(of.length)]!
  const abroad = pick(4) === 0
  const place = abroad ? places[1 + pick(3)]! : places[0]!
  const [postalCode, city] = one(place.towns)
  const number = index + 1
  const suffix = !abroad && pick(6) === 0 ? one([' A', '-2', ' bis', 'hs']) : ''
  const street = one(place.streets)
  const company = pick(12) === 0
  const person = !company || pick(2) === 0
  return {
    Klantnr: `K${String(number).padStart(4, '0')}`,
    Voornaam: person ? one(firstNames) : '',
    Naam: person ? one(lastNames) : '',
    Bedrijf: company ? one(companies) : '',
    'Straat en huisnummer': place.numberFirst ? `${number} ${street}` : `${street} ${number}${suffix}`,
    Postcode: postalCode,
    Plaats: city,
    Land: one(place.land),
  }
}

/** As people type: no reason to refuse anything. */
const untidy: ((row: Recipient) => Recipient)[] = [
  (row) => ({ ...row, Postcode: row.Postcode.replace(' ', '').toLowerCase() }),
  (row) => ({ ...row, Naam: `  ${row.Naam} `, Plaats: `${row.Plaats}\u00A0` }),
  (row) => ({ ...row, 'Straat en huisnummer': row['Straat en huisnummer'].replace(' ', '  ') }),
  (row) => ({ ...row, Plaats: row.Plaats.toUpperCase() }),
  // Decomposed accents, as a Mac writes them.
  (row) => ({ ...row, Voornaam: row.Voornaam.normalize('NFD'), Naam: row.Naam.normalize('NFD') }),
  (row) => ({ ...row, 'Straat en huisnummer': row['Straat en huisnummer'].replace(/^(\D+) (\d)/, '$1\n$2') }),
]

const street = 'Straat en huisnummer'
interface Spoiler {
  problems: string[]
  spoil: Partial<Recipient>
  /** Columns that the mending gives back, or what it says; null drops the row. */
  mend: (keyof Recipient)[] | Mending['mend']
}
/** Each is done to a Dutch person's row. */
const spoilers: Spoiler[] = [
  { problems: ['Postcode postal_code_invalid'], spoil: { Postcode: '1O17 AB' }, mend: ['Postcode'] },
  { problems: ['Postcode postal_code_invalid'], spoil: { Postcode: '3511' }, mend: ['Postcode'] },
  { problems: ['Postcode postal_code_invalid'], spoil: { Postcode: '9712 SS' }, mend: ['Postcode'] },
  // The code is right, the country is not.
  { problems: ['Postcode postal_code_invalid'], spoil: { Land: 'België' }, mend: ['Land'] },
  { problems: ['Postcode postal_code_missing'], spoil: { Postcode: '' }, mend: ['Postcode'] },
  { problems: ['Plaats city_missing'], spoil: { Plaats: ' ' }, mend: ['Plaats'] },
  { problems: [`${street} street_missing`], spoil: { [street]: '' }, mend: [street] },
  { problems: [`${street} house_number_missing`], spoil: { [street]: 'Kerkstraat' }, mend: [street] },
  // It stands in no street and has no number: its owner vouches for it.
  {
    problems: [`${street} house_number_missing`],
    spoil: { [street]: 'Hoeve De Linde' },
    mend: { addressOverride: 'ja' },
  },
  { problems: ['Voornaam + Naam recipient_name_missing'], spoil: { Voornaam: '', Naam: '' }, mend: ['Naam'] },
  { problems: ['Land invalid_format'], spoil: { Land: 'Nederlnad' }, mend: ['Land'] },
  // A spreadsheet would take it for a formula: it comes back harmless, and is read as it was.
  {
    problems: ['Postcode postal_code_invalid'],
    spoil: { Bedrijf: '+Plus Bakkers', Postcode: '0000 AA' },
    mend: ['Postcode'],
  },
  { problems: ['Voornaam + Naam glyph_missing'], spoil: { Voornaam: 'Ann🌷e' }, mend: ['Voornaam'] },
  {
    problems: ['Bedrijf line_too_long'],
    spoil: {
      Bedrijf:
        'Vereniging tot Behoud van Molens, Sluizen, Gemalen, Vuurtorens en Oude Bruggen in Holland, Zeeland en West-Friesland',
    },
    mend: { Bedrijf: 'Vereniging Behoud Molens' },
  },
  {
    problems: [`${street} street_missing`, 'Postcode postal_code_missing', 'Plaats city_missing'],
    spoil: { [street]: '', Postcode: '', Plaats: '' },
    mend: null,
  },
  { problems: [`${street} house_number_missing`], spoil: { [street]: 'verhuisd, onbekend' }, mend: null },
]

const mendingOf = ({ problems, mend }: Spoiler, good: Recipient): Mending => ({
  problems,
  mend: Array.isArray(mend) ? Object.fromEntries(mend.map((column) => [column, good[column]])) : mend,
})

/** The file's text, and the mendings by row as a spreadsheet numbers them: the heading is row 1. */
export const makeList = (): { csv: string; mendings: Record<string, Mending> } => {
  const pick = numbersFrom(1000)
  const rows: Recipient[] = []
  const mendings: Record<string, Mending> = {}
  const goodOnes: Recipient[] = []
  let spoiled = 0
  const lines = [columns.join(';')]
  while (rows.length < 1000) {
    const index = rows.length
    const good = goodRow(index, pick)
    const dutchPerson = !/[DFB]/.test(good.Land) && good.Bedrijf === ''
    let row = index % 5 === 2 ? untidy[index % untidy.length]!(good) : good
    if (index % 40 === 39) {
      // A repeated row, or the same person with another spelling.
      const earlier = goodOnes[goodOnes.length - 17]!
      row = index % 80 === 39 ? earlier : { ...earlier, Naam: earlier.Naam.toUpperCase() }
      mendings[lines.length + 1] = { problems: ['Voornaam + Naam duplicate_recipient'], mend: null }
    } else if (index % 11 === 8 && dutchPerson) {
      const spoiler = spoilers[spoiled++ % spoilers.length]!
      row = { ...good, ...spoiler.spoil }
      mendings[lines.length + 1] = mendingOf(spoiler, good)
    } else goodOnes.push(row)
    rows.push(row)
    lines.push(columns.map((column) => quoted(row[column])).join(';'))
    // What a spreadsheet leaves of rows that were cleared.
    if (index % 333 === 332) lines.push(';'.repeat(columns.length - 1))
  }
  return { csv: `\uFEFF${lines.join('\r\n')}\r\n`, mendings }
}

const quoted = (text: string): string => (/[;"\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** One row a line. */
export const mendingsText = (mendings: Record<string, Mending>): string =>
  `{\n${Object.entries(mendings)
    .map(([row, mending]) => `  "${row}": ${JSON.stringify(mending)}`)
    .join(',\n')}\n}\n`

if (import.meta.main) {
  const { csv, mendings } = makeList()
  writeFileSync(join(import.meta.dirname, 'recipients.csv'), csv)
  writeFileSync(join(import.meta.dirname, 'mendings.json'), mendingsText(mendings))
}
