import { words } from '../messages/index.svelte.ts'

/** Texts about marks that are printed in addition to the design. */
export const w = words({
  en: {
    mark: 'The small square of dots says which piece the sheet belongs to: scan it to report the piece as spoiled or come back.',
    kix: 'Bars below the address are the address once more, for the carrier’s machines.',
  },
  nl: {
    mark: 'Het kleine vierkant van puntjes zegt bij welk stuk het vel hoort: scan het om het stuk als mislukt of teruggekomen te melden.',
    kix: 'Streepjes onder het adres zijn nog eens het adres, voor de machines van de postbezorger.',
  },
})
