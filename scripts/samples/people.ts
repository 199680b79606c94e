import type { Recipient } from '../../src/core/address/index.ts'

/** A recipient in each country, whose address has as many lines as the window of every sample accepts. */
export const recipients: Record<string, Recipient> = {
  NL: {
    name: 'Zoë de Vries-van den Berg',
    companyName: 'Boekhandel De Vries & Zonen',
    street: 'Prinsengracht',
    houseNumber: '263',
    houseNumberSuffix: 'A',
    postalCode: '1016 GV',
    city: 'Amsterdam',
    country: 'NL',
  },
  DE: {
    name: 'Friederike Müller-Lüdenscheidt',
    companyName: 'Buchhandlung am Marktplatz GmbH',
    street: 'Straße des 17. Juni',
    houseNumber: '135',
    postalCode: '10623',
    city: 'Berlin',
    country: 'DE',
  },
  BE: {
    name: 'Geneviève Vandenbroucke',
    companyName: 'Librairie du Parc SA',
    street: 'Avenue Louise',
    houseNumber: '242',
    houseNumberSuffix: 'bte 63',
    postalCode: '1050',
    city: 'Bruxelles',
    country: 'BE',
  },
  FR: {
    name: 'Marie-Hélène Lefebvre',
    companyName: 'Librairie des Halles SARL',
    street: 'rue du Faubourg-Saint-Honoré',
    houseNumber: '25',
    houseNumberSuffix: 'bis',
    postalCode: '75008',
    city: 'Paris',
    country: 'FR',
  },
  GB: {
    name: 'Dr Harriet Fitzwilliam-Browne',
    companyName: 'Marylebone Booksellers Ltd',
    street: 'Marylebone High Street',
    houseNumber: '83',
    postalCode: 'W1U 4QW',
    city: 'London',
    country: 'GB',
  },
  US: {
    name: 'Jonathan Featherstonehaugh',
    companyName: 'Featherstonehaugh Books Inc.',
    street: 'Pennsylvania Avenue NW',
    houseNumber: '1600',
    houseNumberSuffix: 'Suite 400',
    postalCode: '20500',
    city: 'Washington',
    region: 'DC',
    country: 'US',
  },
  AT: {
    name: 'Mag. Theresia Hofstätter',
    companyName: 'Buchhandlung am Graben GmbH',
    street: 'Mariahilfer Straße',
    houseNumber: '101',
    houseNumberSuffix: '2/14',
    postalCode: '1060',
    city: 'Wien',
    country: 'AT',
  },
  CH: {
    name: 'Annemarie Hürlimann-Zürcher',
    companyName: 'Buchhandlung zum Rennweg AG',
    street: 'Gerechtigkeitsgasse',
    houseNumber: '10',
    postalCode: '3011',
    city: 'Bern',
    country: 'CH',
  },
}

/** Returns a domestic and a foreign address of a country. */
export const domesticAndForeign = (country: string) => ({
  domestic: recipients[country]!,
  foreign: recipients[country === 'FR' ? 'DE' : 'FR']!,
})
