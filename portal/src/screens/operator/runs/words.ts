import { words } from '../../../messages/index.svelte.ts'

export const w = words({
  en: {
    tabs: { all: 'All', due: 'Due', held: 'Held up', uncertain: 'Uncertain', failed: 'Failed' },
    tabTexts: {
      all: '',
      due: 'Open runs, the next cutoff first. Test runs close by the test clock of their organisation.',
      held: 'Closed runs that wait for the printer, for a setting, or because printing is held. They go on by themselves once that is mended.',
      uncertain:
        'It is not known whether the printer has these runs, or what it has printed of them. Look or ask there, then open the run and say so: nothing is printed twice by itself.',
      failed:
        'These stay where they are until an operator renders or hands them over again, or cancels them.',
    },
    organisation: 'Organisation',
    anyOrganisation: 'Every organisation',
    mode: 'Mode',
    anyMode: 'Live and test',
    product: 'Product',
    anyProduct: 'Every product',
    printer: 'Printer',
    away: 'Printer away',
    standsIn: 'Stand-in',
    cutoff: 'Cutoff',
    why: 'Why it waits',
    none: {
      all: 'No runs yet',
      due: 'No run is open',
      held: 'No run is held up',
      uncertain: 'No run is uncertain',
      failed: 'No run has failed',
    },
    noneText: 'A run appears with the first item of a cutoff.',
    noneGood: 'Nothing to do here.',
    noMatches: 'No run of this kind matches what you chose above.',
    heldBecause: (reason: string) => `Printing is held: no live run goes to the printer. ${reason}`,
    opening: (name: string) => `You look at ${name} now.`,
  },
  nl: {
    tabs: { all: 'Alle', due: 'Sluit straks', held: 'Wacht', uncertain: 'Onzeker', failed: 'Mislukt' },
    tabTexts: {
      all: '',
      due: 'Open drukgangen, wat het eerst sluit bovenaan. Testdrukgangen sluiten op de testklok van hun organisatie.',
      held: 'Gesloten drukgangen die wachten op de drukker, op een instelling of omdat het drukken stilligt. Ze gaan vanzelf verder als dat is opgelost.',
      uncertain:
        'Niemand weet of de drukker deze drukgangen heeft, of wat hij ervan heeft gedrukt. Kijk of vraag het daar, open de drukgang en zeg het: vanzelf wordt niets dubbel gedrukt.',
      failed: 'Deze blijven staan tot een beheerder ze opnieuw opmaakt of overdraagt, of annuleert.',
    },
    organisation: 'Organisatie',
    anyOrganisation: 'Elke organisatie',
    mode: 'Modus',
    anyMode: 'Live en test',
    product: 'Product',
    anyProduct: 'Elk product',
    printer: 'Drukker',
    away: 'Drukker weg',
    standsIn: 'Vervanger',
    cutoff: 'Sluit',
    why: 'Waarom hij wacht',
    none: {
      all: 'Nog geen drukgangen',
      due: 'Er staat geen drukgang open',
      held: 'Er wacht geen drukgang',
      uncertain: 'Geen drukgang is onzeker',
      failed: 'Geen drukgang is mislukt',
    },
    noneText: 'Een drukgang verschijnt met het eerste poststuk van een sluitmoment.',
    noneGood: 'Hier is niets te doen.',
    noMatches: 'Geen drukgang van deze soort past bij wat je hierboven koos.',
    heldBecause: (reason: string) =>
      `Het drukken ligt stil: geen echte drukgang gaat naar de drukker. ${reason}`,
    opening: (name: string) => `Je kijkt nu mee bij ${name}.`,
  },
})
