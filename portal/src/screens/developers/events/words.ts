import { count, words } from '../../../messages/index.svelte.ts'

export const w = words({
  en: {
    what: 'What happened',
    about: 'About',
    type: 'Type',
    when: 'When',
    anyType: 'Everything',
    filterType: 'What happened',
    allOf: (family: string) => `${family}: all`,
    findId: 'Id of an event, an item, a mailing or a run',
    findIdHint: 'evt_… itm_… pbt_… run_…',
    strangeId: 'This is the id of no event, item, mailing or run.',
    empty: 'Nothing has happened yet',
    emptyText:
      'Everything that happens to items, lists and runs is kept here for 30 days, and webhooks tell your programs of it. Make a test item to see it.',
    makeItem: 'Go to the Desk',
    event: 'Event',
    payload: 'What webhooks send',
    payloadText: 'The feed and every delivery carry exactly this.',
    who: 'Who got it',
    whoText: (got: number, asked: number) =>
      asked === 0
        ? 'There is no webhook yet, so nobody was told.'
        : `${count(got)} of ${count(asked)} webhooks ${got === 1 ? 'has' : 'have'} it.`,
    arrived: (at: string) => `arrived ${at}`,
    hasIt: 'Has it',
    hasNot: 'Has it not',
    comes: 'On its way',
    notMeant: 'Not meant for it',
    deleted: 'Deleted',
    deliveries: 'Deliveries',
    replay: 'Send again',
    replayed: 'It is on its way again.',
    toWebhook: 'Go to the webhook',
    makeWebhook: 'New webhook',
  },
  nl: {
    what: 'Wat er gebeurde',
    about: 'Over',
    type: 'Soort',
    when: 'Wanneer',
    anyType: 'Alles',
    filterType: 'Wat er gebeurde',
    allOf: (family) => `${family}: alles`,
    findId: 'Id van een gebeurtenis, poststuk, mailing of drukgang',
    findIdHint: 'evt_… itm_… pbt_… run_…',
    strangeId: 'Dit is geen id van een gebeurtenis, poststuk, mailing of drukgang.',
    empty: 'Er is nog niets gebeurd',
    emptyText:
      'Alles wat er met poststukken, lijsten en drukgangen gebeurt blijft hier 30 dagen staan, en webhooks vertellen het je programma’s. Maak een testpoststuk om het te zien.',
    makeItem: 'Naar het Bureau',
    event: 'Gebeurtenis',
    payload: 'Wat webhooks versturen',
    payloadText: 'De lijst en elke bezorging bevatten precies dit.',
    who: 'Wie het kreeg',
    whoText: (got, asked) =>
      asked === 0
        ? 'Er is nog geen webhook, dus niemand heeft het gehoord.'
        : `${count(got)} van de ${count(asked)} webhooks ${got === 1 ? 'heeft' : 'hebben'} het.`,
    arrived: (at) => `aangekomen ${at}`,
    hasIt: 'Heeft het',
    hasNot: 'Heeft het niet',
    comes: 'Onderweg',
    notMeant: 'Niet ervoor bedoeld',
    deleted: 'Verwijderd',
    deliveries: 'Bezorgingen',
    replay: 'Opnieuw versturen',
    replayed: 'Het is opnieuw onderweg.',
    toWebhook: 'Naar de webhook',
    makeWebhook: 'Nieuwe webhook',
  },
})
