import { words as c } from 'words:clock'
import { notices } from './notices.svelte.ts'
import { testClock } from './test-clock.svelte.ts'

/** Advances the test clock to an instant or `next-cutoff`, and reports the new time. */
export const advanceTo = async (to: string): Promise<void> => {
  await testClock.advance(to)
  if (testClock.now) notices.show(c().moved({ at: testClock.now }))
}

/** Advances the test clock to the next cutoff; without one, opens the dialog, which says what is possible. */
export const toNextCutoff = async (): Promise<void> => {
  await testClock.load()
  if (testClock.state?.nextCutoffAt) await advanceTo('next-cutoff')
  else await testClock.open()
}
