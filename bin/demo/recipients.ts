/** A recipient as POST /v1/items takes it. */
export interface SampleRecipient {
  name: string
  street: string
  houseNumber: string
  postalCode: string
  city: string
  country: string
}

const names = [
  'Zoë de Vries',
  'Noor Jansen',
  'Søren Kjær',
  'Amélie Dubois',
  'Jürgen Müller',
  'Łukasz Wójcik',
  'Γιάννης Παπαδόπουλος',
  'Nguyễn Thị Hương',
  'Maria Ferreira',
  'Daan Bakker',
  'Fatima El Amrani',
  'Élodie Lefèvre',
  'Pieter-Jan van den Berg',
  'Åsa Lindqvist',
  'Chiara Rossi',
  'Tomáš Novák',
]

const addresses: Omit<SampleRecipient, 'name' | 'houseNumber'>[] = [
  { street: 'Prinsengracht', postalCode: '1016 GV', city: 'Amsterdam', country: 'NL' },
  { street: 'Oudegracht', postalCode: '3511 AB', city: 'Utrecht', country: 'NL' },
  { street: 'Coolsingel', postalCode: '3011 AD', city: 'Rotterdam', country: 'NL' },
  { street: 'Grote Markt', postalCode: '9712 HN', city: 'Groningen', country: 'NL' },
  { street: 'Vrijthof', postalCode: '6211 LE', city: 'Maastricht', country: 'NL' },
  { street: 'Meir', postalCode: '2000', city: 'Antwerpen', country: 'BE' },
  { street: 'Torstraße', postalCode: '10119', city: 'Berlin', country: 'DE' },
  { street: 'Rue de Rivoli', postalCode: '75001', city: 'Paris', country: 'FR' },
]

/**
 * The nth of a sample of recipients, the same every time; every fortieth has a postal code that cannot be.
 */
export const sampleRecipient = (n: number): SampleRecipient => {
  const address = addresses[(n * 5) % addresses.length]!
  return {
    name: names[n % names.length]!,
    ...address,
    houseNumber: String(1 + ((n * 7) % 180)),
    ...(n % 40 === 39 ? { postalCode: '0000' } : {}),
  }
}

export const firstNameOf = (recipient: SampleRecipient): string => recipient.name.split(' ')[0]!
