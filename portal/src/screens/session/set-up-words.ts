import { words } from '../../messages/index.svelte.ts'

export const w = words({
  en: {
    country: 'Country',
    countryHint: 'Where the mail is posted: addresses, envelopes and postage go by it.',
    timeZone: 'Time zone',
    timeZoneHint: 'By its days and hours mail is printed; it can be changed later.',
    whoPrints: 'Who are you?',
    own: 'We send our own mail',
    ownHint:
      'A company, a charity, a club: we print and post it ourselves. No prices, no balance, no invoices.',
    shop: 'We print for customers',
    shopHint:
      'A print shop or mail house: each customer becomes an organisation with a balance later. This first one is for our own mail.',
    paid: 'Somebody else prints for us',
    paidHint:
      'We are the customer of a print shop: this organisation tops up a balance, and each letter has a price.',
  },
  nl: {
    country: 'Land',
    countryHint: 'Waar de post op de bus gaat: adressen, enveloppen en porto richten zich ernaar.',
    timeZone: 'Tijdzone',
    timeZoneHint: 'Naar haar dagen en uren wordt post gedrukt; dat kan later nog anders.',
    whoPrints: 'Wie zijn jullie?',
    own: 'We versturen onze eigen post',
    ownHint:
      'Een bedrijf, een goed doel, een club: we drukken en posten zelf. Geen prijzen, geen saldo, geen facturen.',
    shop: 'We drukken voor klanten',
    shopHint:
      'Een drukkerij of mailhuis: elke klant wordt later een organisatie met een saldo. Deze eerste is voor onze eigen post.',
    paid: 'Iemand anders drukt voor ons',
    paidHint:
      'We zijn klant van een drukkerij: deze organisatie vult een saldo aan, en elke brief heeft een prijs.',
  },
})
