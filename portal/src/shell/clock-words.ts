import { words } from '../messages/index.svelte.ts'

/** Texts for advancing the test clock. */
export const c = words({
  en: {
    moved: (moment: string) => `The clock shows ${moment}: what was due until then happened, or is about to.`,
    text: 'Moves time forward for test items. Everything that falls due on the way happens, in order.',
    nextCutoff: (at: string) => `Advance to the next cutoff: ${at}`,
    arrival: (day: string) => `Advance until the last of it arrives: ${day}`,
    nothing: 'No test item waits to be printed, and none is on its way.',
    until: 'Advance to',
    advance: 'Advance',
  },
  nl: {
    moved: (moment) => `De klok staat op ${moment}: wat tot dan moest gebeuren is gebeurd, of gebeurt zo.`,
    text: 'Zet de tijd vooruit voor testpoststukken. Alles wat onderweg aan de beurt komt, gebeurt op volgorde.',
    nextCutoff: (at) => `Vooruit naar de volgende sluittijd: ${at}`,
    arrival: (day) => `Vooruit tot het laatste stuk aankomt: ${day}`,
    nothing: 'Geen testpoststuk wacht op het drukken, en er is er geen onderweg.',
    until: 'Vooruit naar',
    advance: 'Vooruit',
  },
})
