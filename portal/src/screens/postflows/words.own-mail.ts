import type { wordsEn } from './words.en.ts'

/** Overrides for organisations that print and post their own mail. */
export const ownMail: Readonly<Record<'en' | 'nl', Partial<typeof wordsEn>>> = {
  en: {
    activateTest: 'From then on it takes items. In test mode nothing is printed.',
    activateLive: () =>
      'From then on every item that a program adds joins the next run, for you to print and post.',
    activateLivePlain:
      'From then on every item that a program adds joins the next run, for you to print and post.',
    resumeLive: 'You print and post them.',
    codeText:
      'The program that knows the moment adds the item: after an order, before a contract ends. In test mode nothing is printed.',
    codeTextLive:
      'The program that knows the moment adds the item: after an order, before a contract ends. In live mode each call is a piece that you print and post.',
    archiveItems: (waiting: number, scheduled: number) =>
      `${waiting === 0 ? 'No item waits.' : waiting === 1 ? '1 item that waits is cancelled.' : `${waiting} items that wait are cancelled.`}${
        scheduled === 0
          ? ''
          : scheduled === 1
            ? ' 1 scheduled item is still printed.'
            : ` ${scheduled} scheduled items are still printed.`
      }`,
  },
  nl: {
    activateTest: 'Vanaf dan neemt hij poststukken aan. In de testmodus wordt niets gedrukt.',
    activateLive: () =>
      'Vanaf dan gaat elk poststuk dat een programma toevoegt mee met de volgende drukgang, om te drukken en te posten.',
    activateLivePlain:
      'Vanaf dan gaat elk poststuk dat een programma toevoegt mee met de volgende drukgang, om te drukken en te posten.',
    resumeLive: 'Je drukt en post ze zelf.',
    codeText:
      'Het programma dat het moment kent, voegt het poststuk toe: na een bestelling, of voordat een contract afloopt. In de testmodus wordt niets gedrukt.',
    codeTextLive:
      'Het programma dat het moment kent, voegt het poststuk toe: na een bestelling, of voordat een contract afloopt. In de livemodus is elke aanroep een stuk dat je drukt en post.',
    archiveItems: (waiting, scheduled) =>
      `${waiting === 0 ? 'Er wacht geen poststuk.' : waiting === 1 ? '1 wachtend poststuk wordt geannuleerd.' : `${waiting} wachtende poststukken worden geannuleerd.`}${
        scheduled === 0
          ? ''
          : scheduled === 1
            ? ' 1 ingepland poststuk wordt nog gedrukt.'
            : ` ${scheduled} ingeplande poststukken worden nog gedrukt.`
      }`,
  },
}
