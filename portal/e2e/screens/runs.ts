import { once, type Sample, type Screen } from './screen.ts'

interface SampleRun {
  id: string
  status: string
  itemCount: number
}

/** Runs of one product in different states: one at the printer with a spoiled piece, and one that is open. */
const sampleRuns = once(async ({ call, createItem }: Sample) => {
  const runs = async (): Promise<SampleRun[]> => (await call('GET', '/runs')).data
  await call('POST', '/developers/test-clock/advance', { to: 'next-cutoff' })
  const atPrinter = (await runs()).find(({ status }) => status === 'HANDED_TO_PRINTER')!
  for (let index = 30; index < 36; index++) await createItem(index, index % 3)
  const open = (await runs()).find(({ status }) => status === 'OPEN')!
  return { atPrinter: atPrinter.id, open: open.id }
})

export const runScreens: readonly Screen[] = [
  {
    name: 'runs',
    path: async (sample) => {
      await sampleRuns(sample)
      return '/runs'
    },
    ready: (page) => page.getByRole('table').waitFor(),
  },
  {
    name: 'runs-calendar',
    path: async (sample) => {
      await sampleRuns(sample)
      return '/runs/calendar'
    },
    ready: (page) => page.locator('main ol a').first().waitFor(),
  },
  {
    name: 'run-open',
    path: async (sample) => `/runs/${(await sampleRuns(sample)).open}`,
    ready: (page) => page.getByRole('table').waitFor(),
  },
  {
    name: 'run-printer',
    path: async (sample) => `/runs/${(await sampleRuns(sample)).atPrinter}`,
    ready: (page) => page.getByRole('table').waitFor(),
  },
  {
    name: 'run-report',
    path: async (sample) => `/runs/${(await sampleRuns(sample)).atPrinter}`,
    ready: async (page) => {
      await page.getByRole('table').waitFor()
      await page.getByRole('button', { name: /spoiled|Mislukte/ }).click()
      await page.getByLabel(/Which pieces|Welke stukken/).fill('1-2')
    },
  },
]
