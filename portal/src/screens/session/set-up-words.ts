import { words } from '../../messages/index.svelte.ts'

export const w = words({
  en: {
    country: 'Country',
    countryHint: 'Where the mail is posted: addresses, envelopes and postage go by it.',
    timeZone: 'Time zone',
    timeZoneHint: 'By its days and hours mail is printed; it can be changed later.',
    whoPrints: 'Who pays for the mail of this organisation?',
    own: 'Nobody: we print and post it ourselves',
    ownHint: 'For example a charity with a printer of its own. No balance, no invoices.',
    paid: 'This organisation does, as a customer',
    paidHint:
      'For example of the print shop that runs this Lettershop. It tops up a balance, and each letter has a price.',
  },
  nl: {
    country: 'Land',
    countryHint: 'Waar de post op de bus gaat: adressen, enveloppen en porto richten zich ernaar.',
    timeZone: 'Tijdzone',
    timeZoneHint: 'Naar haar dagen en uren wordt post gedrukt; dat kan later nog anders.',
    whoPrints: 'Wie betaalt de post van deze organisatie?',
    own: 'Niemand: we drukken en versturen zelf',
    ownHint: 'Bijvoorbeeld een goed doel met een eigen printer. Geen saldo, geen facturen.',
    paid: 'Deze organisatie, als klant',
    paidHint:
      'Bijvoorbeeld van de drukkerij die deze Lettershop beheert. Ze vult een saldo aan, en elke brief heeft een prijs.',
  },
})
