import type { Messages } from './en.ts'

/**
 * Whether the organisation prints its own mail, and sees no prices and no words about charging. Set by the
 * session; read by `words` and `t`. Code that shows amounts checks `session.pays`.
 */
export const payer = $state({ isOwnMail: false })

/** The label of rendered pieces that are not posted yet: a member prints and posts them. */
export const stateOwnMail = { en: 'To print and post', nl: 'Te drukken en posten' }

/** Overrides of the shared texts for such an organisation. */
export const sharedOwnMail: Readonly<Record<'en' | 'nl', Partial<Messages>>> = {
  en: {
    modeTitles: {
      test: 'Test mode: printing and posting are only played through: no paper.',
      live: 'Live mode: real letters. What goes out here is printed and posted.',
    },
    cancelAsk: 'The item is not printed. This cannot be undone.',
  },
  nl: {
    modeTitles: {
      test: 'Testmodus: drukken en posten wordt alleen nagespeeld: geen papier.',
      live: 'Livemodus: echte brieven. Wat hier weggaat, wordt gedrukt en gepost.',
    },
    cancelAsk: 'Het poststuk wordt niet gedrukt. Dit is niet terug te draaien.',
  },
}
