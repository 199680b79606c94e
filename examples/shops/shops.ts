import type { Shop } from './shop.ts'

/** Mail to Britain and the United States is printed in Leeds, all other mail in Berlin. */
const abroad = { DE: 'berlin', AT: 'berlin', BE: 'berlin', GB: 'leeds', US: 'leeds' }

/** The three shops; their catalogues are the files of the same names. */
export const shops: readonly Shop[] = [
  {
    name: 'lyon',
    about: 'A print shop in Lyon',
    country: 'FR',
    locale: 'fr-FR',
    ownMail: false,
    printers: ['presse'],
    sender: {
      companyName: 'Imprimerie des Terreaux',
      street: 'Rue de la République',
      houseNumber: '1',
      postalCode: '69001',
      city: 'Lyon',
      country: 'FR',
    },
    seller: {
      ...{ name: 'Imprimerie des Terreaux', street: '1 Rue de la République', 'postal-code': '69001' },
      ...{ city: 'Lyon', country: 'FR', 'vat-number': 'FR40303265045', iban: 'FR1420041010050500013M02606' },
    },
    mailings: [
      { specification: 'lettre-c5', pages: 1, countries: ['FR', 'BE', 'RE'], count: 9, printer: 'presse' },
      { specification: 'lettre-c5', pages: 2, countries: ['FR', 'DE'], count: 6, printer: 'presse' },
      { specification: 'lettre-c5', pages: 3, countries: ['BE', 'FR'], count: 5, printer: 'presse' },
      { specification: 'lettre-c5', pages: 4, countries: ['FR', 'US'], count: 4, printer: 'presse' },
    ],
  },
  {
    name: 'charity',
    about: 'A charity with an office printer',
    country: 'GB',
    locale: 'en-GB',
    ownMail: true,
    printers: ['office', 'feeder', 'labels'],
    sender: {
      companyName: 'Hands for Hedgehogs',
      street: 'Station Road',
      houseNumber: '4',
      postalCode: 'M1 1AE',
      city: 'Manchester',
      country: 'GB',
    },
    mailings: [
      { specification: 'letter-one-sided', pages: 1, countries: ['GB', 'FR'], count: 6, printer: 'office' },
      { specification: 'letter-one-sided', pages: 3, countries: ['GB', 'DE'], count: 4, printer: 'office' },
      { specification: 'letter-two-sided', pages: 1, countries: ['GB'], count: 3, printer: 'office' },
      { specification: 'letter-two-sided', pages: 3, countries: ['GB', 'US'], count: 5, printer: 'office' },
      { specification: 'letter-two-sided', pages: 4, countries: ['GB', 'AT'], count: 4, printer: 'office' },
      { specification: 'envelope-dl', pages: 1, countries: ['GB', 'FR'], count: 6, printer: 'feeder' },
      { specification: 'label-89', pages: 1, countries: ['GB', 'US'], count: 5, printer: 'labels' },
    ],
  },
  {
    name: 'mail-houses',
    about: 'A company with three mail houses',
    country: 'DE',
    locale: 'de-DE',
    ownMail: true,
    printers: ['berlin', 'leeds', 'cards'],
    sender: {
      companyName: 'Norddeutsche Kessel AG',
      street: 'Lindenallee',
      houseNumber: '7',
      postalCode: '30159',
      city: 'Hannover',
      country: 'DE',
    },
    mailings: [
      { specification: 'letter-c5', pages: 1, countries: ['DE', 'AT', 'GB'], count: 9, printer: abroad },
      { specification: 'letter-c5', pages: 3, countries: ['DE', 'US', 'GB'], count: 9, printer: abroad },
      { specification: 'letter-c5', pages: 4, countries: ['DE', 'BE'], count: 4, printer: abroad },
      { specification: 'card-a6', pages: 2, countries: ['DE', 'AT', 'FR'], count: 9, printer: 'cards' },
    ],
  },
]
