import type { Page } from 'playwright-core'
import type { Sample, Screen } from './screen.ts'

/** Returns the id of a sample template by its name. */
export const templateNamed = async ({ call }: Pick<Sample, 'call'>, name: string): Promise<string> => {
  const { data } = (await call('GET', '/templates?limit=100')) as { data: { id: string; name: string }[] }
  return data.find((template) => template.name === name)!.id
}

/** Waits until the sheet is loaded, with the server's findings. */
export const isDrawn = async (page: Page): Promise<void> => {
  await page.locator('[role=application][aria-busy=false] [data-part=scene] path').first().waitFor()
}

const editorOf = (name: string) => async (sample: Sample) =>
  `/templates/${await templateNamed(sample, name)}/edit`

export const editorScreens: readonly Screen[] = [
  {
    name: 'editor-text',
    path: editorOf('Dinner invitation'),
    ready: async (page) => {
      await isDrawn(page)
      await page
        .getByRole('button', { name: /firstName/ })
        .first()
        .click()
    },
  },
  { name: 'editor-letter', path: editorOf('Offer letter'), ready: isDrawn },
  {
    name: 'editor-proof',
    path: editorOf('Welcome card'),
    ready: async (page) => {
      await isDrawn(page)
      await page.getByRole('button', { name: /^(Differences|Verschillen)$/ }).click()
    },
  },
]
