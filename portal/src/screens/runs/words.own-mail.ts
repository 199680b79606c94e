import type { wordsEn } from './words.en.ts'

/** Overrides for organisations that print and post their own mail. */
export const ownMail: Readonly<Record<'en' | 'nl', Partial<typeof wordsEn>>> = {
  en: {
    takeOutText: 'The item is not printed. This cannot be undone.',
    takeOutRendered: 'The item is not printed. The run is rendered again without it. This cannot be undone.',
    close: 'Print it now',
    closeText: (items: string) =>
      `It closes now instead of at its cutoff: no more items join, and the ${items} in it can no longer be cancelled. Its PDF is ready for you a moment later.`,
    closeLive: (items: string) =>
      `You then print, fold and post ${items} ${items === '1' ? 'piece' : 'pieces'}.`,
    closedSaid: 'The run is closed, and its PDF is being made.',
    cancelText:
      'It is not printed. Its items join the next run. Cancel items one by one if they should not be sent at all.',
    printUnsentText: (pieces: number, isTest: boolean) =>
      `${pieces} new ${pieces === 1 ? 'item' : 'items'} with the same words to the same people join the next run${isTest ? '.' : ', for you to print and post.'}`,
  },
  nl: {
    takeOutText: 'Het poststuk wordt niet gedrukt. Dit is niet terug te draaien.',
    takeOutRendered:
      'Het poststuk wordt niet gedrukt. De drukgang wordt zonder dit stuk opnieuw opgemaakt. Dit is niet terug te draaien.',
    close: 'Nu drukken',
    closeText: (items) =>
      `Hij sluit nu in plaats van op zijn sluittijd: er komt niets meer bij, en de ${items} poststukken erin kun je niet meer annuleren. De PDF staat kort daarna voor je klaar.`,
    closeLive: (items) => `Daarna druk, vouw en post je ${items} ${items === '1' ? 'stuk' : 'stukken'}.`,
    closedSaid: 'De drukgang is gesloten, en de PDF wordt gemaakt.',
    cancelText:
      'Er wordt niets gedrukt. De poststukken gaan mee met de volgende drukgang. Annuleer ze één voor één als ze helemaal niet verstuurd moeten worden.',
    printUnsentText: (pieces, isTest) =>
      `${pieces} ${pieces === 1 ? 'nieuw poststuk' : 'nieuwe poststukken'} met dezelfde woorden aan dezelfde mensen ${pieces === 1 ? 'gaat' : 'gaan'} mee met de volgende drukgang${isTest ? '.' : ', om te drukken en te posten.'}`,
  },
}
