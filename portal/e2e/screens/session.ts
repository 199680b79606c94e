import { callAsPerson } from '../portal.ts'
import type { Screen } from './screen.ts'

/** What opens without a person who is signed in. */
const entrance = (name: string, path: Screen['path']): Screen => ({
  name,
  path,
  ready: (page) => page.locator('form button').last().waitFor(),
  isSignedIn: false,
})

/** Forms behind a link ask the server only once they are sent. */
export const sessionScreens: readonly Screen[] = [
  entrance('sign-in', () => '/'),
  entrance('sign-in-forgotten', () => '/forgotten'),
  entrance('sign-in-reset', () => '/reset-password#a-token'),
  entrance('sign-in-first', () => '/setup#a-token'),
  entrance('sign-in-invited', async (_, person) => {
    const body = { email: 'bo@fern-and-field.example', roles: ['editor'] }
    const { link } = await callAsPerson(person, 'POST', '/organisation/invitations', body)
    return link.slice(link.indexOf('/portal') + '/portal'.length)
  }),
]
