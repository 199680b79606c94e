import { count, words } from '../../messages/index.svelte.ts'

export const w = words({
  en: {
    title: (some: number) => `${count(some)} ${some === 1 ? 'letter has a remark' : 'letters have remarks'}`,
    text: 'Check how these letters are printed before you approve. To change one, correct its recipient.',
    ofLetters: (some: number) => `${count(some)} ${some === 1 ? 'letter' : 'letters'}`,
    example: (shown: number, all: number) =>
      shown < all
        ? `The first ${count(shown)} of ${count(all)} letters`
        : `${count(all)} ${all === 1 ? 'letter' : 'letters'}`,
    printed: 'Printed',
    all: 'Show all of these letters',
    uncounted: 'Remarks about these letters have not been counted',
    uncountedText:
      'An earlier version of Lettershop checked this mailing. You can look for letters with remarks in the list of items.',
    toItems: 'Show letters with remarks',
    chosen: (some: number, isCapped: boolean) =>
      `${count(some)}${isCapped ? '+' : ''} of them ${some === 1 ? 'has a remark' : 'have remarks'} about how they are printed.`,
  },
  nl: {
    title: (some) =>
      `Bij ${count(some)} ${some === 1 ? 'brief staat een opmerking' : 'brieven staat een opmerking'}`,
    text: 'Controleer voor het goedkeuren hoe deze brieven worden gedrukt. Verbeter de ontvanger om een brief te veranderen.',
    ofLetters: (some) => `${count(some)} ${some === 1 ? 'brief' : 'brieven'}`,
    example: (shown, all) =>
      shown < all
        ? `De eerste ${count(shown)} van ${count(all)} brieven`
        : `${count(all)} ${all === 1 ? 'brief' : 'brieven'}`,
    printed: 'Gedrukt',
    all: 'Al deze brieven tonen',
    uncounted: 'De opmerkingen bij deze brieven zijn niet geteld',
    uncountedText:
      'Een eerdere versie van Lettershop heeft deze mailing gecontroleerd. In de lijst van items kun je brieven met opmerkingen opzoeken.',
    toItems: 'Brieven met opmerkingen tonen',
    chosen: (some, isCapped) =>
      `Bij ${count(some)}${isCapped ? '+' : ''} daarvan staat een opmerking over hoe ze worden gedrukt.`,
  },
})
