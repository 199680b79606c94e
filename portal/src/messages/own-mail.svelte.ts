import type { Messages } from './en.ts'

/**
 * An organisation that prints and posts its own mail pays nobody here: it sees no price and no word of charging.
 * This is the one place that knows it. The session sets it; words say what they are instead (`words`, `t`), and
 * what shows an amount asks `session.pays`.
 */
export const payer = $state({ isOwnMail: false })

/** The label of rendered pieces that are not posted yet: a member prints and posts them. */
export const stateOwnMail = { en: 'To print and post', nl: 'Te drukken en posten' }

/** What the words that all screens share are for such an organisation. */
export const sharedOwnMail: Readonly<Record<'en' | 'nl', Partial<Messages>>> = {
  en: {
    testStrip: 'printing and posting are only played through: no paper.',
    liveStrip: 'real letters.',
    liveMore: 'What goes out here is printed and posted.',
    cancelAsk: 'The item is not printed. This cannot be undone.',
  },
  nl: {
    testStrip: 'drukken en posten wordt alleen nagespeeld: geen papier.',
    liveStrip: 'echte brieven.',
    liveMore: 'Wat hier weggaat, wordt gedrukt en gepost.',
    cancelAsk: 'Het poststuk wordt niet gedrukt. Dit is niet terug te draaien.',
  },
}
