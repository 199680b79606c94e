import { words } from '../../messages/index.svelte.ts'

export const w = words({
  en: {
    isPrintedIn: 'It is printed again in the run',
    wasPrintedIn: 'It was printed again in the run',
    isPrinted: 'It will be printed again.',
    newEnded: (state: string) => `A new item was made in its place, which is now: ${state}.`,
    toNewItem: 'Go to the new item',
    inPlaceOf: (piece: number | null, status: string) => {
      const which = piece === null ? 'an item' : `piece ${piece}`
      if (status === 'NOT_SENT') return `This is printed in place of ${which}, which was spoiled, of the run`
      if (status === 'RETURNED') return `This is printed in place of ${which}, which came back, of the run`
      return `This prints ${which} once more, of the run`
    },
    costsNothingMore: 'It costs nothing more: the money for that piece was given back.',
    toOldItem: 'Go to that item',
  },
  nl: {
    isPrintedIn: 'Het wordt opnieuw gedrukt in de drukgang',
    wasPrintedIn: 'Het is opnieuw gedrukt in de drukgang',
    isPrinted: 'Het wordt opnieuw gedrukt.',
    newEnded: (state) => `Er is een nieuw poststuk voor in de plaats gemaakt, dat nu is: ${state}.`,
    toNewItem: 'Naar het nieuwe poststuk',
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
  },
})
