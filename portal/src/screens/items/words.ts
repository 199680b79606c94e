import type { Schemas } from '../../api/client.ts'
import { states, words } from '../../messages/index.svelte.ts'

export const w = words({
  en: {
    keeps: 'Keeps an earlier version',
    withRemarks: 'With remarks',
    ofMailing: 'Of one mailing',
    uncorrected: 'Rejected, not corrected',
    isPrintedIn: 'It is printed again in the run',
    wasPrintedIn: 'It was printed again in the run',
    isPrinted: 'It will be printed again.',
    newEnded: (state: string) => `A new item was made in its place, which is now: ${state}.`,
    toNewItem: 'Go to the new item',
    unsent: 'This piece was spoiled and not sent, and nothing replaces it yet.',
    printAgain: 'Print again',
    printAgainText: (isTest: boolean) =>
      `A new item with the same words to the same person joins the next run${isTest ? '.' : ', is really printed and posted, and costs today’s price.'}`,
    free: 'Free of charge',
    againSaid: 'A new item joins the next run.',
    inPlaceOf: (piece: number | null, status: string) => {
      const which = piece === null ? 'an item' : `piece ${piece}`
      if (status === 'NOT_SENT') return `This is printed in place of ${which}, which was spoiled, of the run`
      if (status === 'RETURNED') return `This is printed in place of ${which}, which came back, of the run`
      return `This prints ${which} once more, of the run`
    },
    costsNothingMore: 'It costs nothing more: the money for that piece was given back.',
    toOldItem: 'Go to that item',
    decided: { APPROVED: 'Approved', REJECTED: 'Rejected' },
    decidedBy: {
      APPROVED: (name: string) => `Approved by ${name}`,
      REJECTED: (name: string) => `Rejected by ${name}`,
    },
    approved: (name: string, until: string) => `The item to ${name} is approved. ${until}`.trim(),
    rejected: (name: string) => `The item to ${name} is rejected: it is not sent.`,
    notSeenYet: 'You can decide once the picture of the piece is there.',
    rejectTitle: 'Reject this item',
    rejectAsk:
      'It is not printed and not sent. This cannot be undone. (Only a mailing that is rejected goes back to be mended.) Whoever made the item finds it on their first page, and can make a corrected copy.',
    rejectDoes: 'Reject: it is not printed',
    decideText:
      'Approve: it is printed with the next run. Reject: it is not printed; a corrected copy can be made of it.',
    rejectReason: 'Reason (optional)',
    rejectHint: 'It is kept in the history of the item, where whoever corrects it reads it.',
    cancelledOrRejected: 'Cancelled or rejected',
    until: (who: string, until: string) => `Until ${until} ${who} can still cancel it.`,
    mayCancel: (names: readonly string[]) =>
      names.length === 0
        ? 'whoever may create items'
        : names.length === 1
          ? `${names[0]}, or whoever may create items,`
          : `${names.slice(0, 2).join(' or ')}, or whoever may create items,`,
    youMayCancel: 'you',
    cancelledBy: (who: string) => `by ${who}`,
    design: 'Design',
    version: (number: number) => `version ${number}`,
    leaf: 'Look at each',
    waitingItems: 'Items that wait for approval',
    waitingAt: (at: string, of: string) => `${at} of ${of} that wait for approval`,
    previous: 'The one before',
    next: 'The next one',
    nextIs: (name: string) => `Next: ${name}`,
    moreWait: (number: number, written: string) =>
      number === 1 ? '1 more item waits for approval.' : `${written} more items wait for approval.`,
    noneWait: 'Nothing waits for approval',
    noneWaitText: 'Items appear here when the settings of their Postflow ask for an approval of each.',
    noMoreWait: 'Nothing else waits for approval.',
    leafKeys: 'j, k: next, before · Space: turn over · a: approve · r: reject',
  },
  nl: {
    keeps: 'Houdt een eerdere versie',
    withRemarks: 'Met opmerkingen',
    ofMailing: 'Van één mailing',
    uncorrected: 'Afgekeurd, niet verbeterd',
    isPrintedIn: 'Het wordt opnieuw gedrukt in de drukgang',
    wasPrintedIn: 'Het is opnieuw gedrukt in de drukgang',
    isPrinted: 'Het wordt opnieuw gedrukt.',
    newEnded: (state) => `Er is een nieuw poststuk voor in de plaats gemaakt, dat nu is: ${state}.`,
    toNewItem: 'Naar het nieuwe poststuk',
    unsent: 'Dit stuk is mislukt en niet verstuurd, en nog nergens door vervangen.',
    printAgain: 'Opnieuw drukken',
    printAgainText: (isTest) =>
      `Een nieuw poststuk met dezelfde woorden aan dezelfde persoon gaat mee met de volgende drukgang${isTest ? '.' : '; dat wordt echt gedrukt en gepost en kost de prijs van vandaag.'}`,
    free: 'Kosteloos',
    againSaid: 'Een nieuw poststuk gaat mee met de volgende drukgang.',
    inPlaceOf: (piece, status) => {
      const which = piece === null ? 'een poststuk' : `stuk ${piece}`
      if (status === 'NOT_SENT')
        return `Dit wordt gedrukt in plaats van ${which}, dat is mislukt, van de drukgang`
      if (status === 'RETURNED')
        return `Dit wordt gedrukt in plaats van ${which}, dat terugkwam, van de drukgang`
      return `Dit drukt ${which} nog eens, van de drukgang`
    },
    costsNothingMore: 'Het kost niets extra: het geld voor dat stuk is teruggegeven.',
    toOldItem: 'Naar dat poststuk',
    decided: { APPROVED: 'Goedgekeurd', REJECTED: 'Afgekeurd' },
    decidedBy: {
      APPROVED: (name) => `Goedgekeurd door ${name}`,
      REJECTED: (name) => `Afgekeurd door ${name}`,
    },
    approved: (name, until) => `Het poststuk aan ${name} is goedgekeurd. ${until}`.trim(),
    rejected: (name) => `Het poststuk aan ${name} is afgekeurd: het wordt niet verstuurd.`,
    notSeenYet: 'Je kunt beslissen zodra het beeld van het stuk er is.',
    rejectTitle: 'Dit poststuk afkeuren',
    rejectAsk:
      'Het wordt niet gedrukt en niet verstuurd. Dit is niet terug te draaien. (Alleen een mailing die is afgekeurd, gaat terug om te verbeteren.) Wie het poststuk maakte, ziet het op de eerste pagina en kan een verbeterde kopie maken.',
    rejectDoes: 'Afkeuren: het wordt niet gedrukt',
    decideText:
      'Goedkeuren: het wordt gedrukt met de volgende drukgang. Afkeuren: het wordt niet gedrukt; er kan een verbeterde kopie van komen.',
    rejectReason: 'Reden (hoeft niet)',
    rejectHint: 'Die blijft in het verloop van het poststuk staan, waar wie het verbetert hem leest.',
    cancelledOrRejected: 'Geannuleerd of afgekeurd',
    until: (who, until) => `Tot ${until} kan ${who} het nog annuleren.`,
    mayCancel: (names) =>
      names.length === 0
        ? 'wie poststukken mag maken'
        : names.length === 1
          ? `${names[0]}, of wie poststukken mag maken,`
          : `${names.slice(0, 2).join(' of ')}, of wie poststukken mag maken,`,
    youMayCancel: 'jij',
    cancelledBy: (who) => `door ${who}`,
    design: 'Ontwerp',
    version: (number) => `versie ${number}`,
    leaf: 'Een voor een bekijken',
    waitingItems: 'Poststukken die op goedkeuring wachten',
    waitingAt: (at, of) => `${at} van ${of} die op goedkeuring wachten`,
    previous: 'De vorige',
    next: 'De volgende',
    nextIs: (name) => `Volgende: ${name}`,
    moreWait: (number, written) =>
      number === 1
        ? 'Er wacht nog 1 poststuk op goedkeuring.'
        : `Er wachten nog ${written} poststukken op goedkeuring.`,
    noneWait: 'Niets wacht op goedkeuring',
    noneWaitText: 'Hier staan poststukken van Postflows die vragen om elk stuk goed te keuren.',
    noMoreWait: 'Verder wacht niets op goedkeuring.',
    leafKeys: 'j, k: volgende, vorige · spatie: omdraaien · a: goedkeuren · r: afkeuren',
  },
  ownMail: {
    en: {
      printAgainText: (isTest: boolean) =>
        `A new item with the same words to the same person joins the next run${isTest ? '.' : ', for you to print and post.'}`,
      costsNothingMore: '',
    },
    nl: {
      printAgainText: (isTest) =>
        `Een nieuw poststuk met dezelfde woorden aan dezelfde persoon gaat mee met de volgende drukgang${isTest ? '.' : ', om te drukken en te posten.'}`,
      costsNothingMore: '',
    },
  },
})

/** Returns the label of items in a status. `CANCELLED` includes rejected items, so its label names both. */
export const itemsIn = (status: Schemas['ItemStatus']): string =>
  status === 'CANCELLED' ? w().cancelledOrRejected : states().ItemStatus[status]
