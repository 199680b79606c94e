import { words } from '../../../../messages/index.svelte.ts'

/** The words of the forms. */
export const w = words({
  en: {
    gsm: 'Weight',
    maxInk: 'Most ink',
    maxInkHint: 'The sum of the four plates. What has more is refused at publishing.',
    profile: 'Colour profile',
    profileHint: 'Those of the program, and those that an operator has added.',
    coated: 'Coated',
    coatedHint: 'Its surface is glossy, silk or matt-coated.',
  },
  nl: {
    gsm: 'Gewicht',
    maxInk: 'Meeste inkt',
    maxInkHint: 'De som van de vier platen. Wat meer heeft, wordt bij het publiceren geweigerd.',
    profile: 'Kleurprofiel',
    profileHint: 'Die van het programma, en die een beheerder heeft toegevoegd.',
    coated: 'Gestreken',
    coatedHint: 'Het oppervlak is glanzend, zijdeglans of mat gestreken.',
  },
})
