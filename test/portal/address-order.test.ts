import { expect, test } from 'vitest'
import { linesOf } from '../../portal/src/screens/items/address-order.ts'
import { addressLines } from '../../src/core/address/index.ts'

const letters = (lines: readonly string[]) =>
  lines.join(' ').replaceAll(',', '').replace(/\s+/g, ' ').toUpperCase()

test.each([
  ['GB', 'Oak Lane', '12', 'M20 2AB', 'Manchester', null, ['12 Oak Lane', 'Manchester', 'M20 2AB']],
  ['NL', 'Damrak', '12', '1012 LG', 'Amsterdam', null, ['Damrak 12', '1012 LG Amsterdam']],
  ['DE', 'Ahornweg', '7', '10115', 'Berlin', null, ['Ahornweg 7', '10115 Berlin']],
  ['FR', 'rue des Halles', '25', '75008', 'Paris', null, ['25 rue des Halles', '75008 Paris']],
  ['US', 'Main Street', '5', '20500', 'Washington', 'DC', ['5 Main Street', 'Washington, DC 20500']],
  ['IE', 'Quay Street', '3', 'D02 AF30', 'Dublin', null, ['3 Quay Street', 'Dublin', 'D02 AF30']],
])('an address in %s stands on screens in the order of the paper', (...given) => {
  const [country, street, houseNumber, postalCode, city, region, lines] = given
  const address = { country, street, houseNumber, houseNumberSuffix: null, postalCode, city, region }
  expect(linesOf(address)).toEqual(lines)
  const { houseNumberSuffix: _, region: state, ...rest } = address
  const printed = addressLines({ ...rest, name: 'A', ...(state ? { region: state } : {}) }, country)
  expect(letters(printed.slice(1))).toBe(letters(lines))
})
