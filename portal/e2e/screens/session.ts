import type { Screen } from './screen.ts'

export const sessionScreens: readonly Screen[] = [
  {
    name: 'sign-in',
    path: () => '/',
    ready: (page) => page.getByRole('button').first().waitFor(),
    isSignedIn: false,
  },
]
