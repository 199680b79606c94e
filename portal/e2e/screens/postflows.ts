import { once, type Sample, type Screen } from './screen.ts'

/** Postflows in every status, one with an outdated template version. */
const postflows = once(async ({ call, callLive, postflowIds }: Sample) => {
  const [active, paused] = postflowIds as [string, string]
  const { templateId, templateVersionId } = await call('GET', `/postflows/${active}`)
  const draft = await call('POST', '/postflows', { name: 'Birthday card', templateVersionId })
  const old = await call('POST', '/postflows', { name: 'Summer offer', templateVersionId })
  await call('POST', `/postflows/${old.id}/archive`)
  await call('POST', `/postflows/${paused}/pause`, {})
  await callLive('POST', `/templates/${templateId}/publish`)
  return { active, paused, draft: draft.id }
})

export const postflowScreens: readonly Screen[] = [
  {
    name: 'postflows',
    path: async (sample) => {
      await postflows(sample)
      return '/postflows'
    },
    ready: (page) => page.getByRole('table').waitFor(),
  },
  {
    name: 'postflows-nothing',
    path: () => '/postflows?name=nothing',
    ready: (page) => page.locator('main h2').waitFor(),
  },
  {
    name: 'postflows-new',
    path: () => '/postflows/new',
    ready: (page) => page.locator('main fieldset img').nth(2).waitFor(),
  },
  {
    name: 'postflows-one',
    path: async (sample) => `/postflows/${(await postflows(sample)).active}`,
    ready: async (page) => {
      await page.locator('main figure img').waitFor()
      await page.locator('main figure svg').waitFor()
    },
  },
  {
    name: 'postflows-draft',
    path: async (sample) => `/postflows/${(await postflows(sample)).draft}`,
    ready: (page) => page.locator('main figure img').waitFor(),
  },
  {
    name: 'postflows-program',
    path: async (sample) => `/postflows/${(await postflows(sample)).active}?tab=program`,
    ready: (page) => page.locator('main pre').waitFor(),
  },
  {
    name: 'postflows-settings',
    path: async (sample) => `/postflows/${(await postflows(sample)).paused}?tab=settings`,
    ready: (page) => page.locator('main strong').first().waitFor(),
  },
  {
    name: 'postflows-archive',
    path: async (sample) => `/postflows/${(await postflows(sample)).active}`,
    ready: async (page) => {
      await page.locator('main figure svg').waitFor()
      await page.getByRole('button', { name: /^(More actions|Meer acties)$/ }).click()
      await page.getByRole('menuitem', { name: /^(Archive|Archiveren)$/ }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
]
