import { words } from '../../messages/index.svelte.ts'

export const w = words({
  en: {
    country: 'Country',
    countryHint: 'Where the mail is posted: addresses, envelopes and postage go by it.',
    timeZone: 'Time zone',
    timeZoneHint: 'By its days and hours mail is printed; it can be changed later.',
    whoPrints: 'Who prints the mail of this organisation?',
    own: 'We print and post it ourselves',
    ownHint:
      'A company, a charity, a club. You get a PDF to print, fold and post. Nothing is charged: no prices, no balance, no invoices.',
    shop: 'We are a print shop',
    shopHint:
      'We print for customers. Each customer becomes an organisation later, and pays from its balance. In this first one we print our own mail, and nothing is charged.',
    paid: 'A print shop prints it for us',
    paidHint:
      'Each letter has a price, which is taken from the balance of this organisation. It is topped up before anything is printed.',
  },
  nl: {
    country: 'Land',
    countryHint: 'Waar de post op de bus gaat: adressen, enveloppen en porto richten zich ernaar.',
    timeZone: 'Tijdzone',
    timeZoneHint: 'Naar haar dagen en uren wordt post gedrukt; dat kan later nog anders.',
    whoPrints: 'Wie drukt de post van deze organisatie?',
    own: 'Wij drukken en posten zelf',
    ownHint:
      'Een bedrijf, een goed doel, een club. Je krijgt een PDF om te drukken, vouwen en posten. Er wordt niets berekend: geen prijzen, geen saldo, geen facturen.',
    shop: 'Wij zijn een drukkerij',
    shopHint:
      'We drukken voor klanten. Elke klant wordt later een organisatie en betaalt van haar saldo. In deze eerste drukken we onze eigen post, en wordt niets berekend.',
    paid: 'Een drukkerij drukt voor ons',
    paidHint:
      'Elke brief heeft een prijs, die van het saldo van deze organisatie afgaat. Dat wordt aangevuld voordat er iets gedrukt wordt.',
  },
})
