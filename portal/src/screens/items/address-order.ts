/** The parts of an address whose order differs by country. */
interface Parts {
  country: string
  street: string | null
  houseNumber: string | null
  houseNumberSuffix: string | null
  postalCode: string | null
  city: string | null
  region: string | null
}

const joined = (...parts: readonly (string | null)[]): string => parts.filter(Boolean).join(' ')

/** The number stands before the street. */
const numberFirst = [
  ...[
    'AU',
    'CA',
    'FR',
    'GB',
    'GG',
    'GI',
    'IE',
    'IM',
    'IN',
    'JE',
    'KE',
    'LU',
    'MC',
    'MT',
    'MY',
    'NG',
    'NZ',
    'PH',
  ],
  ...['SG', 'US', 'ZA'],
]
/** The code has a line of its own below the town. */
const codeBelow = ['GB', 'GG', 'GI', 'IE', 'IM', 'JE', 'KE', 'MT']
/** Town, state and code on one line. */
const codeLast = ['AU', 'CA', 'IN', 'NZ', 'SG', 'US']

/** Street and town of an address, line by line, as its country writes them. What is printed, the press says. */
export const linesOf = ({
  country,
  street,
  houseNumber,
  houseNumberSuffix,
  postalCode,
  city,
  region,
}: Parts): string[] => {
  const number = joined(houseNumber, houseNumberSuffix)
  const lines = [numberFirst.includes(country) ? joined(number, street) : joined(street, number)]
  if (codeBelow.includes(country)) lines.push(joined(city), joined(region), joined(postalCode))
  else if (codeLast.includes(country))
    lines.push(joined([city, region].filter(Boolean).join(', '), postalCode))
  else lines.push(joined(postalCode, city), joined(region))
  return lines.filter(Boolean)
}
