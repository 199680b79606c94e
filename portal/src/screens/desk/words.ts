import { words } from '../../messages/index.svelte.ts'

export const w = words({
  en: {
    desk: 'Desk',
    arrivals: 'Items, the latest first',
    keys: 'Every test item as paper · j and k go on, space turns over',
    welcome: 'Your desk is empty',
    welcomeText: 'Here every test item shows as the paper that would be printed.',
    welcomeSend: 'Or send yourself a test letter first: nothing is printed, and it costs nothing.',
    toList: 'Send a letter to a list',
    oneLetter: 'Write one letter',
    sendFirst: 'Send a test letter',
    live: 'The Desk shows test items as paper. This is live mode: no item was made in it yet.',
    showTest: 'Show test mode',
    toItems: 'Items in live mode',
    noPostflow: 'There is no active Postflow in test mode yet, so there is nothing to send with.',
    orCall: 'A program does the same with this request',
  },
  nl: {
    desk: 'Bureau',
    arrivals: 'Poststukken, nieuwste eerst',
    keys: 'Elk testpoststuk als papier · j en k gaan verder, spatie draait om',
    welcome: 'Je bureau is leeg',
    welcomeText: 'Hier zie je elk testpoststuk als het papier dat gedrukt zou worden.',
    welcomeSend: 'Of stuur jezelf eerst een testbrief: er wordt niets gedrukt en het kost niets.',
    toList: 'Stuur een brief naar een lijst',
    oneLetter: 'Schrijf één brief',
    sendFirst: 'Stuur een testbrief',
    live: 'Het bureau toont testpoststukken als papier. Dit is de livemodus: daarin is nog geen poststuk gemaakt.',
    showTest: 'Testmodus tonen',
    toItems: 'Poststukken in de livemodus',
    noPostflow: 'Er is nog geen actieve Postflow in de testmodus, dus er is niets om mee te versturen.',
    orCall: 'Een programma doet hetzelfde met dit verzoek',
  },
  ownMail: {
    en: {
      welcomeSend: 'Or send yourself a test letter first: nothing is printed.',
    },
    nl: {
      welcomeSend: 'Of stuur jezelf eerst een testbrief: er wordt niets gedrukt.',
    },
  },
})
