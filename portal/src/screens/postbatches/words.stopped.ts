/** Texts for an import that ended early. */
export const stoppedEn = {
  withdrawn: (number: number, created: string) =>
    `The import ended because the person who started it may no longer import. ${created} ${number === 1 ? 'recipient was' : 'recipients were'} added.`,
  importRest: 'Import the rest',
  stalled: (number: number, created: string, retryAt: string | undefined) =>
    `The import stopped because of a fault of the server. ${created} ${number === 1 ? 'recipient was' : 'recipients were'} added so far. ${retryAt === undefined ? 'It waits until you try again.' : `The next attempt is at ${retryAt}.`}`,
  stalledText: (code: string, id: string) =>
    `If it stops again, give the operator of the server this information: ${code}, ${id}.`,
  tryAgain: 'Try again now',
  cancelImport: 'Cancel the import',
  failed: 'The list could not be read to its end.',
  failures: {
    cancelled: 'It was stopped.',
    file_gone: 'The file is not kept any more: choose it again.',
    too_many_rows: 'It has too many rows: split the file.',
    postbatch_closed: 'The mailing no longer accepts recipients.',
    questions_open:
      'It raises questions that an earlier version of Lettershop did not ask: choose the file again.',
  } as Record<string, string>,
}

export const stoppedNl: typeof stoppedEn = {
  withdrawn: (number, created) =>
    `De import is gestopt omdat wie hem begon, niet meer mag importeren. Er ${number === 1 ? 'is' : 'zijn'} ${created} ${number === 1 ? 'ontvanger' : 'ontvangers'} toegevoegd.`,
  importRest: 'De rest importeren',
  stalled: (number, created, retryAt) =>
    `De import is gestopt door een storing van de server. Er ${number === 1 ? 'is' : 'zijn'} tot nu toe ${created} ${number === 1 ? 'ontvanger' : 'ontvangers'} toegevoegd. ${retryAt === undefined ? 'Hij wacht tot je het opnieuw probeert.' : `Om ${retryAt} wordt het opnieuw geprobeerd.`}`,
  stalledText: (code, id) =>
    `Stopt hij weer, geef dit dan door aan de beheerder van de server: ${code}, ${id}.`,
  tryAgain: 'Nu opnieuw proberen',
  cancelImport: 'Import annuleren',
  failed: 'De lijst kon niet tot het eind worden gelezen.',
  failures: {
    cancelled: 'Het inlezen is gestopt.',
    file_gone: 'Het bestand wordt niet meer bewaard: kies het opnieuw.',
    too_many_rows: 'De lijst heeft te veel rijen: splits het bestand.',
    postbatch_closed: 'De mailing neemt geen ontvangers meer op.',
    questions_open:
      'De lijst roept vragen op die een eerdere versie van Lettershop niet stelde: kies het bestand opnieuw.',
  },
}
