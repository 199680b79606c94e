import { person } from '../portal.ts'
import type { Screen } from './screen.ts'

export const profileScreens: readonly Screen[] = [
  {
    name: 'profile',
    path: () => '/profile',
    ready: (page) => page.locator('main input').first().waitFor(),
  },
  {
    name: 'profile-signing-in',
    path: () => '/profile/signing-in',
    ready: (page) => page.locator('main li').first().waitFor(),
  },
  {
    name: 'profile-second-factor',
    path: () => '/profile/signing-in',
    ready: async (page) => {
      await page.locator('main section').first().getByRole('button').first().click()
      const dialog = page.getByRole('dialog')
      await dialog.locator('input[type=password]').fill(person.password)
      await dialog.locator('button[type=submit]').click()
      await dialog.locator('svg').waitFor()
    },
  },
  {
    name: 'profile-notices',
    path: () => '/profile/notices',
    ready: (page) => page.getByRole('checkbox').first().waitFor(),
  },
  {
    name: 'profile-menu',
    path: () => '/profile',
    ready: (page) => page.locator('[popovertarget=person]').click(),
  },
]
