import type { wordsEn } from './words.en.ts'

/** Overrides for organisations that print and post their own mail: no money, and who prints. */
export const ownMail: Readonly<Record<'en' | 'nl', Partial<typeof wordsEn>>> = {
  en: {
    check: 'Look and approve',
    modeHints: {
      test: 'You see every letter. Nothing is printed or posted. Afterwards you send the same for real.',
      live: 'You print and post it once you have approved it.',
    },
    costCentreHint:
      'The recipients of this mailing get it too, but for those whose row names another. The mailing is then checked again.',
    price: 'Check every piece',
    cost: 'Who gets nothing',
    costTest: 'Who gets nothing',
    leftOut: 'Left out',
    approveLive: 'Then you print, fold and post them yourselves.',
    approveTest: 'This is test mode: nothing is printed.',
    otherTemplateText: 'Every piece is checked anew with it.',
    follow: 'Printing and posting',
    wouldRun: (cutoff: string) =>
      `If you approve it now, its PDF is ready for you to print after ${cutoff}, or at once if you ask for it.`,
    nextRun: (cutoff: string) =>
      `Its PDF is ready for you to print after ${cutoff}; until then you can still cancel it.`,
    nextRunAlone: (cutoff: string) => `Its PDF is ready for you to print after ${cutoff}.`,
    nextPost: (posted: string, arrives: string) =>
      `Posted by you on ${posted}, it should arrive on ${arrives}.`,
    nextPrinting:
      'It waits for you to print and post it, or is on its way by post. It can no longer be cancelled.',
    nextDone: 'It should have been delivered by now.',
  },
  nl: {
    check: 'Bekijken en goedkeuren',
    modeHints: {
      test: 'Je ziet elke brief. Er wordt niets gedrukt of bezorgd. Daarna verstuur je hetzelfde in het echt.',
      live: 'Je drukt en post het zelf zodra je het hebt goedgekeurd.',
    },
    costCentreHint:
      'De ontvangers van deze mailing krijgen hem ook, behalve die waarvan de rij een andere noemt. De mailing wordt daarna opnieuw gecontroleerd.',
    price: 'Controleer elk stuk',
    cost: 'Wie niets krijgt',
    costTest: 'Wie niets krijgt',
    leftOut: 'Overgeslagen',
    approveLive: 'Daarna druk, vouw en post je ze zelf.',
    approveTest: 'Dit is testmodus: er wordt niets gedrukt.',
    otherTemplateText: 'Elk stuk wordt er opnieuw mee gecontroleerd.',
    follow: 'Drukken en posten',
    wouldRun: (cutoff) =>
      `Als je nu goedkeurt, staat de PDF na ${cutoff} klaar om te drukken, of meteen als je erom vraagt.`,
    nextRun: (cutoff) => `De PDF staat na ${cutoff} klaar om te drukken; tot dan kun je nog annuleren.`,
    nextRunAlone: (cutoff) => `De PDF staat na ${cutoff} klaar om te drukken.`,
    nextPost: (posted, arrives) =>
      `Als je het op ${posted} post, komt het naar verwachting op ${arrives} aan.`,
    nextPrinting:
      'De mailing wacht tot je haar drukt en post, of is onderweg met de post. Annuleren kan niet meer.',
    nextDone: 'Het zou nu bezorgd moeten zijn.',
  },
}
