import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressLines, countries, doorOf, type Recipient } from '../../../src/core/address/index.ts'
import { partsOf } from '../../../src/core/address/normalise.ts'
import { createReader } from '../../../src/core/features/lists/mapping/apply.ts'

const rest = { name: 'Name', city: 'City', postalCode: '' }
const linesOf = (recipient: Pick<Recipient, 'country'> & Partial<Recipient>) =>
  addressLines({ ...rest, ...recipient }, recipient.country)
const row = createReader(
  {
    fields: {
      'recipient.street': { column: 'street', split: 'streetAndNumber' },
      'recipient.houseNumberSuffix': { column: 'suffix' },
      'recipient.country': { column: 'country' },
    },
  },
  { heading: ['street', 'suffix', 'country'], country: 'NL', variables: {} },
)
const readRow = (...cells: string[]) => row.read(cells).recipient as Recipient

/** House numbers in one field, as offices write them. */
const numbers = [
  ...[
    '12',
    '1234',
    '12-14',
    '12/14',
    '12–14',
    '12 - 14',
    '12 / 14',
    '2 4',
    '118-35',
    '3/45',
    '1/2',
    '12+14',
    '12&14',
  ],
  ...[
    '12B',
    '12 B',
    '12b',
    '12 bis',
    '12bis',
    '12 ter',
    '12 quater',
    '13 bis à 14',
    '12 à 14 bis',
    '12 au 14',
    '12 bis 14',
    '12 to 14',
    '12 through 14',
    '12 and 14',
    '12 al 14',
    '12 e 14',
    '12 t.e.m. 14',
    '12 t.o.m. 14',
    '12 do 14',
    '12½',
    '12 1/2',
    '12,14',
    'A12',
  ],
  ...[
    'km 4,5',
    's/n',
    'No. 5',
    'Nr. 5',
    'nº 5',
    '№ 5',
    'Block 4',
    '#12-05',
    '5-го',
    '１２',
    '１２－３',
    'Q3/12',
    '12 II',
  ],
  ...[
    '12-hs',
    '12 hs',
    '12 A-3',
    '12-A-3',
    '12/2/5',
    '12-14/3',
    '5/6',
    '012',
    '1-11',
    '11-1',
    '12.3',
    'д. 5',
    '12a-II',
  ],
]
/** House numbers followed by a unit. Countries that put the number first print the unit separately. */
const withUnit = [
  ['12', 'bus 3'],
  ['12', 'bte 4'],
  ['12', 'm. 5'],
  ['12A', 'Flat 2'],
  ['12-14', 'Apt 4'],
  ['12', 'Stiege 2 Tür 5'],
  ['12 bis', 'Appt 4'],
  ['5', 'кв. 7'],
] as const
/** Suffixes in a field of their own. */
const suffixes = [
  ...[
    'A',
    'b',
    'bis',
    'ter',
    '3',
    '11',
    '14',
    '1/2',
    '3/4',
    '-14',
    '/3',
    '-hs',
    '½',
    'II',
    'hs',
    '2 hg',
    'A-3',
    'A3',
  ],
  ...[
    '1. th',
    'st. tv.',
    'bus 3',
    'bte 4',
    'm. 5',
    'Flat 2',
    'Apt 4',
    'Top 5',
    '3º B',
    'bis à 14',
    'à 14 bis',
    'to 14',
    'thru 14',
    'bis 14',
    'e 14',
    'en 14',
    'til 14',
    'až 14',
    'a-c',
    'A Flat 2',
    'int. 5',
  ],
]

/** Returns whether a line contains the text with no digit or letter adjoining it. */
const holds = (lines: readonly string[], text: string): boolean =>
  lines.some((line) => {
    const isJoined = (at: number) => /^(?:\p{Nd}{2}|\p{L}{2})$/u.test(line.slice(at - 1, at + 1))
    for (let at = line.indexOf(text); at >= 0; at = line.indexOf(text, at + 1)) {
      if (!isJoined(at) && !isJoined(at + text.length)) return true
    }
    return false
  })

const changed = (lines: readonly string[], ...texts: readonly string[]): boolean =>
  texts.some((text) => !holds(lines, text))

const codes = countries.map(({ code }) => code)

describe('every country prints a house number as given', () => {
  test.each(numbers)('%s', (number) => {
    const wrong = codes.flatMap((country) => {
      const last = `Nieuwe Weg ${number}`
      const first = `${number} Nieuwe Weg`
      const cases = {
        houseNumber: changed(
          linesOf({ street: 'Nieuwe Weg', houseNumber: number, country }),
          number,
          'Nieuwe Weg',
        ),
        'street, number last': !linesOf({ street: last, country }).includes(last),
        'street, number first': !linesOf({ street: first, country }).includes(first),
        'list, number last': !linesOf(readRow(last, '', country)).includes(last),
        'list, number first': !linesOf(readRow(first, '', country)).includes(first),
      }
      return Object.entries(cases).flatMap(([where, isWrong]) => (isWrong ? [`${country} ${where}`] : []))
    })
    expect(wrong).toEqual([])
  })

  test.each(withUnit)('%s with the unit %s', (number, unit) => {
    const wrong = codes.filter((country) => {
      const together = `${number} ${unit}`
      const last = `Nieuwe Weg ${together}`
      return (
        changed(linesOf({ street: 'Nieuwe Weg', houseNumber: together, country }), number, unit) ||
        !linesOf({ street: last, country }).includes(last) ||
        !linesOf(readRow(last, '', country)).includes(last)
      )
    })
    expect(wrong).toEqual([])
  })

  test.each(suffixes)('with the suffix %s', (suffix) => {
    const wrong = codes.flatMap((country) =>
      ['12', '12B', '12-14', '12 bis'].flatMap((number) => {
        const parts = suffix === 'A Flat 2' ? ['A', 'Flat 2'] : [suffix]
        const apart = linesOf({
          street: 'Nieuwe Weg',
          houseNumber: number,
          houseNumberSuffix: suffix,
          country,
        })
        const inStreet = linesOf({ street: `Nieuwe Weg ${number}`, houseNumberSuffix: suffix, country })
        const inList = linesOf(readRow(`Nieuwe Weg ${number}`, suffix, country))
        return [apart, inStreet, inList].some((lines) => changed(lines, number, ...parts, 'Nieuwe Weg'))
          ? [`${country} ${number}: ${apart.join(' / ')}`]
          : []
      }),
    )
    expect(wrong).toEqual([])
  })

  test('for any number and suffix', () => {
    const text = fc
      .stringMatching(/^[0-9A-Za-zé½/ .,#-]{1,12}$/)
      .map((word) => word.replace(/\s+/g, ' ').trim())
    const number = text.filter((word) => /^[#\p{L}\p{N}]/u.test(word) && !/[\s,]$/.test(word))
    fc.assert(
      fc.property(fc.constantFrom(...codes), number, (country, houseNumber) => {
        const { number: own, unit } = doorOf(partsOf({ street: 'Nieuwe Weg', houseNumber, country }))
        const lines = linesOf({ street: 'Nieuwe Weg', houseNumber, country })
        expect(houseNumber.startsWith(own) && houseNumber.endsWith(unit)).toBe(true)
        for (const part of [own, unit]) expect(lines.join(' / ')).toContain(part)
        expect(linesOf({ street: `Weg ${houseNumber}`, country })).toContain(`Weg ${houseNumber}`)
        const { street } = readRow(`Weg ${houseNumber}`, '', country)
        expect(linesOf(readRow(`Weg ${houseNumber}`, '', country)).join(' ')).toContain(street)
      }),
      { numRuns: 500 },
    )
  })
})
