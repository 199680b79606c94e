/** A sample address for each country with sample print products, and a fallback. */
const examples = {
  NL: { street: 'Prinsengracht', houseNumber: '263', postalCode: '1016 GV', city: 'Amsterdam' },
  GB: { street: 'Marylebone High Street', houseNumber: '83', postalCode: 'W1U 4QW', city: 'London' },
  DE: { street: 'Straße des 17. Juni', houseNumber: '135', postalCode: '10623', city: 'Berlin' },
  BE: { street: 'Avenue Louise', houseNumber: '242', postalCode: '1050', city: 'Bruxelles' },
  FR: { street: 'rue du Faubourg-Saint-Honoré', houseNumber: '25', postalCode: '75008', city: 'Paris' },
  US: {
    street: 'Pennsylvania Avenue NW',
    houseNumber: '1600',
    postalCode: '20500',
    city: 'Washington',
    region: 'DC',
  },
  AT: { street: 'Mariahilfer Straße', houseNumber: '101', postalCode: '1060', city: 'Wien' },
  CH: { street: 'Gerechtigkeitsgasse', houseNumber: '10', postalCode: '3011', city: 'Bern' },
} as const

/** Returns the sample address for an organisation that posts from this country. */
export const exampleAddress = (country: string) => {
  const known = Object.hasOwn(examples, country) ? (country as keyof typeof examples) : 'NL'
  return { ...examples[known], country: known }
}
