import { callAsPerson } from '../portal.ts'
import type { Screen } from './screen.ts'

/** Screens that need no session. */
const entrance = (name: string, path: Screen['path']): Screen => ({
  name,
  path,
  ready: (page) => page.locator('form button').last().waitFor(),
  isSignedIn: false,
})

/** Any token shows the form behind a link: the page contacts the server only when it is submitted. */
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
