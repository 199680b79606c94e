import type { Page } from 'playwright-core'
import { callAsPerson } from '../portal.ts'
import { once, type Sample, type Screen } from './screen.ts'

interface SampleRun {
  id: string
  status: string
  itemCount: number
}

/** Two runs of one product: one at the printer, and an open one. */
const sampleRuns = once(async ({ call, createItem, advance }: Sample) => {
  const runs = async (): Promise<SampleRun[]> => (await call('GET', '/runs')).data
  await advance()
  const atPrinter = (await runs()).find(({ status }) => status === 'HANDED_TO_PRINTER')!
  for (let index = 30; index < 36; index++) await createItem(index, index % 3)
  const open = (await runs()).find(({ status }) => status === 'OPEN')!
  return { atPrinter: atPrinter.id, open: open.id }
})

/**
 * Reports two pieces of the page's run as spoiled, one of them to be reprinted, unless it has reports. Keys
 * may not report.
 */
const report = async (page: Page): Promise<void> => {
  const path = `/runs/${new URL(page.url()).pathname.split('/').at(-1)}`
  const { reports } = await callAsPerson(page, 'GET', `${path}/history`)
  if (reports.length > 0) return
  const spoiled = [{ sequence: 1, outcome: 'DAMAGED' }]
  await callAsPerson(page, 'POST', `${path}/report`, { pieces: spoiled, reprint: true })
  const pieces = [{ sequence: 2, outcome: 'MISPRINTED', reason: 'Too pale' }]
  await callAsPerson(page, 'POST', `${path}/report`, { pieces })
}

/** Reprints a piece of the page's run, unless it has a remake. */
const remake = async (page: Page): Promise<void> => {
  const path = `/runs/${new URL(page.url()).pathname.split('/').at(-1)}/remakes`
  if ((await callAsPerson(page, 'GET', path)).data.length > 0) return
  const body = { ranges: [{ from: 2, to: 2 }], reason: 'Jam in the folder' }
  await callAsPerson(page, 'POST', path, body)
}
const nameSpoiled = async (page: Page, pieces: string): Promise<void> => {
  await page.getByRole('button', { name: /^Spoiled pieces|^Mislukte stukken/ }).click()
  await page.getByLabel(/Piece numbers|Stuknummers/).fill(pieces)
  await page.getByRole('button', { name: /Show these pieces|Deze stukken tonen/ }).click()
  await page.getByRole('dialog').getByRole('radio').first().waitFor()
}
const chooseFate = async (page: Page, fate: RegExp): Promise<void> => {
  await page.getByRole('dialog').getByRole('radio', { name: fate }).check()
}

/** Replaces the camera by one that shows a desk, because test machines have none. */
const camera = `{
  const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 400 })
  const stream = canvas.captureStream(0)
  setInterval(() => {
    const context = canvas.getContext('2d')
    context.fillStyle = '#8a8a86'
    context.fillRect(0, 0, 640, 400)
    context.fillStyle = '#f4f1ea'
    context.fillRect(120, 60, 400, 280)
    stream.getVideoTracks()[0].requestFrame()
  }, 100)
  navigator.mediaDevices.getUserMedia = async () => stream
}`
const nextFrame = `new Promise((resolve) => {
  const video = document.querySelector('video')
  if (video.readyState >= 2) resolve()
  else video.onloadeddata = () => resolve()
})`

export const runScreens: readonly Screen[] = [
  {
    name: 'runs-returned',
    path: () => '/runs/returned',
    ready: async (page) => {
      await page.locator('form textarea').fill('NOBODY')
      await page.locator('form textarea').press('Enter')
      await page.locator('main ul li').first().waitFor()
    },
  },
  {
    name: 'runs-returned-camera',
    path: () => '/runs/returned',
    ready: async (page) => {
      await page.evaluate(camera)
      await page.getByRole('button', { name: /camera/ }).click()
      await page.locator('video').waitFor()
      await page.evaluate(nextFrame)
    },
  },
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
    name: 'run-spoiled',
    path: async (sample) => `/runs/${(await sampleRuns(sample)).atPrinter}`,
    ready: async (page) => {
      await page.getByRole('table').waitFor()
      await page.getByRole('button', { name: /^Spoiled pieces|^Mislukte stukken/ }).click()
      await page.getByRole('radio', { name: /From a list|Uit een lijst/ }).check()
      await page.getByRole('dialog').locator('textarea').waitFor()
    },
  },
  {
    name: 'run-spoiled-again',
    path: async (sample) => `/runs/${(await sampleRuns(sample)).atPrinter}`,
    ready: async (page) => {
      await page.getByRole('table').waitFor()
      await remake(page)
      await nameSpoiled(page, '1-2')
      await chooseFate(page, /again, now|nu opnieuw/)
      await page.getByRole('dialog').getByRole('checkbox').waitFor()
    },
  },
  {
    name: 'run-spoiled-later',
    path: async (sample) => `/runs/${(await sampleRuns(sample)).atPrinter}`,
    ready: async (page) => {
      await page.getByRole('table').waitFor()
      await nameSpoiled(page, '1-2')
      await chooseFate(page, /in a later run|in een latere/)
      await page.getByRole('dialog').locator('select').waitFor()
    },
  },
  {
    name: 'run-remakes',
    path: async (sample) => `/runs/${(await sampleRuns(sample)).atPrinter}`,
    ready: async (page) => {
      await page.getByRole('table').waitFor()
      await remake(page)
      await page.reload()
      await page.locator('section time').first().waitFor()
    },
  },
  {
    name: 'run-reported',
    path: async (sample) => `/runs/${(await sampleRuns(sample)).atPrinter}`,
    ready: async (page) => {
      await page.getByRole('table').waitFor()
      await report(page)
      await page.reload()
      await page.locator('tbody .again').first().waitFor()
    },
  },
  {
    name: 'item-spoiled',
    path: async (sample) => `/runs/${(await sampleRuns(sample)).atPrinter}`,
    ready: async (page) => {
      await report(page)
      await page.reload()
      await page
        .locator('tbody tr', { has: page.locator('.again') })
        .first()
        .locator('a')
        .first()
        .click()
      await page.getByRole('link', { name: /Open the reprint|Open de herdruk/ }).waitFor()
    },
  },
  {
    name: 'item-again',
    path: async (sample) => `/runs/${(await sampleRuns(sample)).atPrinter}`,
    ready: async (page) => {
      await report(page)
      await page.reload()
      await page.locator('tbody .again').first().click()
      await page.getByRole('link', { name: /Open the original|Open het origineel/ }).waitFor()
    },
  },
]
