/**
 * Generates the list of this example, always the same: 1,000 recipients as a spreadsheet exports them, and the
 * corrections of the bad rows.
 *
 *   node examples/mailing/make-list.ts    # writes recipients.csv and corrections.json
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The list's own column names. */
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

/** The expected problems of a row, and the owner's corrections; null if the row is deleted. */
export interface Correction {
  /** Column and code of each problem. */
  problems: string[]
  fix: Partial<Recipient & { addressOverride: string }> | null
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

/** Streets, postal codes and cities that belong together, and the list's name of the country. */
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

/** Returns valid row `index`; no two recipients have the same address. */
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

/** Typing variations that must not be refused. */
const untidy: ((row: Recipient) => Recipient)[] = [
  (row) => ({ ...row, Postcode: row.Postcode.replace(' ', '').toLowerCase() }),
  (row) => ({ ...row, Naam: `  ${row.Naam} `, Plaats: `${row.Plaats}\u00A0` }),
  (row) => ({ ...row, 'Straat en huisnummer': row['Straat en huisnummer'].replace(' ', '  ') }),
  (row) => ({ ...row, Plaats: row.Plaats.toUpperCase() }),
  // Decomposed accents, as on a Mac.
  (row) => ({ ...row, Voornaam: row.Voornaam.normalize('NFD'), Naam: row.Naam.normalize('NFD') }),
  (row) => ({ ...row, 'Straat en huisnummer': row['Straat en huisnummer'].replace(/^(\D+) (\d)/, '$1\n$2') }),
]

const street = 'Straat en huisnummer'
interface Spoiler {
  problems: string[]
  spoil: Partial<Recipient>
  /** Columns to restore, or new values; null deletes the row. */
  fix: (keyof Recipient)[] | Correction['fix']
}
/** Errors, each applied to the row of a Dutch person. */
const spoilers: Spoiler[] = [
  { problems: ['Postcode postal_code_invalid'], spoil: { Postcode: '1O17 AB' }, fix: ['Postcode'] },
  { problems: ['Postcode postal_code_invalid'], spoil: { Postcode: '3511' }, fix: ['Postcode'] },
  { problems: ['Postcode postal_code_invalid'], spoil: { Postcode: '9712 SS' }, fix: ['Postcode'] },
  // The postal code is valid, but not in this country.
  { problems: ['Postcode postal_code_invalid'], spoil: { Land: 'België' }, fix: ['Land'] },
  { problems: ['Postcode postal_code_missing'], spoil: { Postcode: '' }, fix: ['Postcode'] },
  { problems: ['Plaats city_missing'], spoil: { Plaats: ' ' }, fix: ['Plaats'] },
  { problems: [`${street} street_missing`], spoil: { [street]: '' }, fix: [street] },
  { problems: [`${street} house_number_missing`], spoil: { [street]: 'Kerkstraat' }, fix: [street] },
  // An address without street and number, confirmed by its owner.
  {
    problems: [`${street} house_number_missing`],
    spoil: { [street]: 'Hoeve De Linde' },
    fix: { addressOverride: 'ja' },
  },
  { problems: ['Voornaam + Naam recipient_name_missing'], spoil: { Voornaam: '', Naam: '' }, fix: ['Naam'] },
  { problems: ['Land invalid_format'], spoil: { Land: 'Nederlnad' }, fix: ['Land'] },
  // A spreadsheet would read it as a formula: it comes back escaped and is read in its original form.
  {
    problems: ['Postcode postal_code_invalid'],
    spoil: { Bedrijf: '+Plus Bakkers', Postcode: '0000 AA' },
    fix: ['Postcode'],
  },
  { problems: ['Voornaam + Naam glyph_missing'], spoil: { Voornaam: 'Ann🌷e' }, fix: ['Voornaam'] },
  {
    problems: ['Bedrijf line_too_long'],
    spoil: {
      Bedrijf:
        'Vereniging tot Behoud van Molens, Sluizen, Gemalen, Vuurtorens en Oude Bruggen in Holland, Zeeland en West-Friesland',
    },
    fix: { Bedrijf: 'Vereniging Behoud Molens' },
  },
  {
    problems: [`${street} street_missing`, 'Postcode postal_code_missing', 'Plaats city_missing'],
    spoil: { [street]: '', Postcode: '', Plaats: '' },
    fix: null,
  },
  { problems: [`${street} house_number_missing`], spoil: { [street]: 'verhuisd, onbekend' }, fix: null },
]

const correctionOf = ({ problems, fix }: Spoiler, good: Recipient): Correction => ({
  problems,
  fix: Array.isArray(fix) ? Object.fromEntries(fix.map((column) => [column, good[column]])) : fix,
})

/** Generates the file, and the corrections by spreadsheet row number: the heading is row 1. */
export const makeList = (): { csv: string; corrections: Record<string, Correction> } => {
  const pick = numbersFrom(1000)
  const rows: Recipient[] = []
  const corrections: Record<string, Correction> = {}
  const goodOnes: Recipient[] = []
  let spoiled = 0
  const lines = [columns.join(';')]
  while (rows.length < 1000) {
    const index = rows.length
    const good = goodRow(index, pick)
    const dutchPerson = !/[DFB]/.test(good.Land) && good.Bedrijf === ''
    let row = index % 5 === 2 ? untidy[index % untidy.length]!(good) : good
    if (index % 40 === 39) {
      // A repeated row, or the same person in another spelling.
      const earlier = goodOnes[goodOnes.length - 17]!
      row = index % 80 === 39 ? earlier : { ...earlier, Naam: earlier.Naam.toUpperCase() }
      corrections[lines.length + 1] = { problems: ['Voornaam + Naam duplicate_recipient'], fix: null }
    } else if (index % 11 === 8 && dutchPerson) {
      const spoiler = spoilers[spoiled++ % spoilers.length]!
      row = { ...good, ...spoiler.spoil }
      corrections[lines.length + 1] = correctionOf(spoiler, good)
    } else goodOnes.push(row)
    rows.push(row)
    lines.push(columns.map((column) => quoted(row[column])).join(';'))
    // Remains of cleared rows in a spreadsheet.
    if (index % 333 === 332) lines.push(';'.repeat(columns.length - 1))
  }
  return { csv: `\uFEFF${lines.join('\r\n')}\r\n`, corrections }
}

const quoted = (text: string): string => (/[;"\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Formats one row per line. */
export const correctionsText = (corrections: Record<string, Correction>): string =>
  `{\n${Object.entries(corrections)
    .map(([row, correction]) => `  "${row}": ${JSON.stringify(correction)}`)
    .join(',\n')}\n}\n`

if (import.meta.main) {
  const { csv, corrections } = makeList()
  writeFileSync(join(import.meta.dirname, 'recipients.csv'), csv)
  writeFileSync(join(import.meta.dirname, 'corrections.json'), correctionsText(corrections))
}
