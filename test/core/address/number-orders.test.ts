import { describe, expect, test } from 'vitest'
import { addressLines, checkAddress, countries, type Recipient } from '../../../src/core/address/index.ts'
import { createReader } from '../../../src/core/features/lists/mapping/apply.ts'
import { suggestMapping } from '../../../src/core/features/lists/mapping/suggest.ts'

/**
 * Countries in which OpenCage's address-formatting (MIT, `@fragaria/address-formatter` 6.7.1) puts the number
 * before the street. It has no street for AQ and PN. docs/testing.md describes how the list was made.
 */
const inOpenCage = `AD AE AG AM AS AU AZ BB BD BF BH BJ BL BM BN BZ CA CC CD CG CI CK CX DJ DM DZ EG FJ FK FM FR GA GB GF GG
  GH GI GM GN GP GS GU GY HK HM IE IM IN IO IQ JE JM JP KE KH KN KY LA LB LK LS LU MA MC MF MG MH MM MP MQ MR MS MT MU MV MW
  MY NA NC NE NF NG NR NU NZ OM PF PG PH PK PM PR RE RW SA SC SG SH SL SN TC TF TG TH TK TM TN TO TT TV TZ UG UM US VG VI VN
  WF XK YE YT ZA ZM ZW`
/**
 * Adds OpenCage's English variants for China, Iran, Korea and Taiwan; Palau, served by the US post; and
 * Pitcairn, which is British.
 */
const numberFirst = new Set(`${inOpenCage} CN IR KR TW PW PN`.split(/\s+/))

const street = 'Nieuwe Weg'
const codes = countries.map(({ code }) => code)
const inOrder = (number: string, country: string): string =>
  numberFirst.has(country) ? `${number} ${street}` : `${street} ${number}`
const numbers = [
  '12',
  '1234',
  '12-14',
  '12/14',
  '12 - 14',
  '118-35',
  '3/45',
  '12B',
  '12 B',
  '12 bis',
  '13 bis à 14',
  '12½',
  '12 1/2',
  'A12',
  '012',
  '1-11',
  '12/2/5',
  '12 en 14',
  '12 t/m 16',
  '#12-05',
  'No. 5',
  '12a-II',
  '１２',
  '5-го',
]

const heading = ['Name', 'Street', 'House number', 'Address 2', 'Postcode', 'City', 'Country']
const { mapping } = await suggestMapping({
  heading,
  rows: [['Name', street, '12', '', '', 'City', 'DE']],
  country: 'NL',
  variables: [],
  required: [],
})
const reader = createReader(mapping!, { heading, country: 'NL', variables: {} })
/** Reads a list row with a number column, using the suggested mapping. */
const inList = (streetCell: string, number: string, line2: string, country: string): Recipient =>
  reader.read(['Name', streetCell, number, line2, '', 'City', country]).recipient as Recipient
const inFields = (
  streetField: string,
  houseNumber: string,
  addressLine2: string,
  country: string,
): Recipient => ({
  ...{ name: 'Name', street: streetField, houseNumber, addressLine2, city: 'City', country },
})

const linesOf = (recipient: Recipient): string[] => addressLines(recipient, recipient.country)
const hasWarning = (recipient: Recipient): boolean =>
  checkAddress(recipient, { originCountry: recipient.country, override: true }).some(({ code }) =>
    ['lines_doubtful', 'printed_otherwise'].includes(code),
  )
/** Returns whether the texts are printed in this order. */
const follow = (lines: readonly string[], ...texts: readonly string[]): boolean => {
  let at = -1
  const all = lines.join('\n')
  return texts.every((text) => {
    at = all.indexOf(text, at + 1)
    return at >= 0
  })
}
const numberAndStreet = (number: string, country: string): [string, string] =>
  numberFirst.has(country) ? [number, street] : [street, number]

describe('every country prints number and street in its own order', () => {
  test.each(numbers)('%s in a field and in a column of its own', (number) => {
    const wrong = codes.flatMap((country) =>
      [inFields(street, number, '', country), inList(street, number, '', country)].flatMap((recipient) => {
        const lines = linesOf(recipient)
        const isRight = follow(lines, ...numberAndStreet(number, country)) && lines.join().includes(number)
        const isOneLine = lines.some((line) => line.includes(street) && line.includes(number))
        return isRight && isOneLine ? [] : [`${country}: ${lines.join(' / ')}`]
      }),
    )
    expect(wrong).toEqual([])
  })
})

const secondLines = [
  'Flat 3',
  'Unit 5',
  'Suite 400',
  'Gebouw 2',
  'Bâtiment A',
  'Haus 2',
  '2 hoog',
  '3º izda',
  'c/o Jansen',
]
/**
 * House and company names. In Britain, Ireland and New Zealand, other names count as a village below the
 * street.
 */
const names = ['Acme House', 'Acme Ltd', 'Victoria Court']

describe('every country keeps a second line above number and street', () => {
  test.each([...secondLines, ...names])('%s', (line2) => {
    const wrong = codes.flatMap((country) =>
      ['12', '12-14', '12 bis'].flatMap((number) =>
        [
          inFields(street, number, line2, country),
          inList(street, number, line2, country),
          inFields(inOrder(number, country), '', line2, country),
        ].flatMap((recipient) => {
          const lines = linesOf(recipient)
          const isRight = follow(lines, line2, ...numberAndStreet(number, country))
          return isRight && !hasWarning(recipient) ? [] : [`${country}: ${lines.join(' / ')}`]
        }),
      ),
    )
    expect(wrong).toEqual([])
  })
})

describe('every country accepts the street as the second line', () => {
  test.each([...secondLines.filter((line) => !line.startsWith('c/o')), ...names])('below %s', (upper) => {
    const wrong = codes.flatMap((country) =>
      ['12', '12-14', '12 bis'].flatMap((number) =>
        [inFields, inList].flatMap((given) => {
          const recipient = given(upper, '', inOrder(number, country), country)
          const lines = linesOf(recipient)
          // A company or house above a street of an unknown kind keeps its position, with a warning.
          const isRight = follow(lines, upper, ...numberAndStreet(number, country))
          return isRight && (names.includes(upper) || !hasWarning(recipient))
            ? []
            : [`${country}: ${lines.join(' / ')}`]
        }),
      ),
    )
    expect(wrong).toEqual([])
  })
  test.each(['Flat 3', 'Bâtiment A', 'Haus 2'])('below %s, with the number in its own field', (upper) => {
    const wrong = codes.flatMap((country) => {
      const lines = linesOf(inFields(upper, '12', street, country))
      return follow(lines, upper, ...numberAndStreet('12', country))
        ? []
        : [`${country}: ${lines.join(' / ')}`]
    })
    expect(wrong).toEqual([])
  })
})
