import { words } from '../../../messages/index.svelte.ts'

export const w = words({
  en: {
    title: 'Before the first real letter',
    done: 'done',
    toDo: 'to do',
    optional: 'if you like',
    putAway: 'Put this list away',
    steps: {
      address: {
        title: 'A return address',
        text: (_country: string) =>
          'It is printed where a product has a place for it, for mail that comes back.',
      },
      payer: {
        title: 'Who is paid for the mail',
        text: (_country: string) =>
          'Name who sends invoices, or say that you print and post the mail yourselves and nothing is charged.',
      },
      customers: {
        title: 'Who invoices, where you print for customers',
        text: (_country: string) =>
          'Name who sends the invoices, and add each customer under “Organisations”; prices are in the catalogue.',
      },
      catalogue: {
        title: 'What is printed',
        text: (country: string) =>
          `Letters, cards and envelopes: take the sample “${country}”, or a file of your own.`,
      },
      printer: {
        title: 'A printer, and a rule for it',
        text: (_country: string) => 'Set the printer up, and say which runs go to it.',
      },
      template: {
        title: 'A published template',
        text: (_country: string) => 'What the first letter looks like.',
      },
    },
  },
  nl: {
    title: 'Vóór de eerste echte brief',
    done: 'gedaan',
    toDo: 'nog te doen',
    optional: 'als je wilt',
    putAway: 'Deze lijst weghalen',
    steps: {
      address: {
        title: 'Een retouradres',
        text: (_country: string) =>
          'Het wordt gedrukt waar een product er plaats voor heeft, voor post die terugkomt.',
      },
      payer: {
        title: 'Wie voor de post betaald wordt',
        text: (_country: string) =>
          'Zeg wie de facturen stuurt, of dat jullie de post zelf drukken en posten en er niets berekend wordt.',
      },
      customers: {
        title: 'Wie factureert, als je voor klanten drukt',
        text: (_country: string) =>
          'Zeg wie de facturen stuurt, en voeg elke klant toe onder “Organisaties”; prijzen staan in de catalogus.',
      },
      catalogue: {
        title: 'Wat er gedrukt wordt',
        text: (country) =>
          `Brieven, kaarten en enveloppen: neem het voorbeeld “${country}”, of een eigen bestand.`,
      },
      printer: {
        title: 'Een drukker, en een regel ervoor',
        text: (_country: string) => 'Stel de drukker in, en zeg welke drukgangen naar hem gaan.',
      },
      template: {
        title: 'Een gepubliceerd sjabloon',
        text: (_country: string) => 'Hoe de eerste brief eruitziet.',
      },
    },
  },
})
