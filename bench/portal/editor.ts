import type { Page } from 'playwright-core'
import { callAsPerson, type Portal } from '../../portal/e2e/portal.ts'
import { isDrawn, templateNamed } from '../../portal/e2e/screens/editor.ts'
import { percentile } from '../support/measured.ts'
import { timesOf, untilTimes } from './in-page.ts'
import type { Samples } from './pages.ts'
import { report, slow, spread } from './report.ts'

const moves = 25
const steps = 120
/** A frame is late if it takes half as long again as 1/60 s: the browser rounds frame times to 0.1 ms. */
const lateMs = 1.5 * 16.7

/**
 * Measures the editor: frames of a drag, from a key press to the exact text, from a move to the redrawn
 * proof.
 */
export const measureEditor = async (portal: Portal, page: Page, samples: Samples): Promise<void> => {
  const original = await templateNamed(samples, 'Dinner invitation')
  const { id } = await callAsPerson(page, 'POST', `/templates/${original}/duplicate`, {})
  await page.goto(`${portal.server.url}/portal/templates/${id}/edit`)
  await isDrawn(page)
  await page
    .getByRole('button', { name: /firstName/ })
    .first()
    .click()
  await measureTyping(page)
  await measureDrag(page)
  await measureProof(page)
}

const measureTyping = async (page: Page): Promise<void> => {
  const words = page.getByLabel('What it says')
  await words.focus()
  await page.evaluate('bench.watchTyping()')
  // Without spaces, which draw nothing.
  for (const [index, letter] of [...'Tonightyourtableislaid'].entries()) {
    await page.keyboard.type(letter)
    await untilTimes(page, index + 1)
  }
  const times = await timesOf(page)
  report('from key press to exact text', spread(times), 'p95 50 ms', slow(times, 50))
}

/** Returns the middle of the selected text, where the mouse drags it. */
const middleOf = async (page: Page) => {
  const box = (await page.locator('rect[data-element="0"]').boundingBox())!
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

const measureDrag = async (page: Page): Promise<void> => {
  const { x, y } = await middleOf(page)
  await page.evaluate('bench.watchFrames()')
  await page.mouse.move(x, y)
  await page.mouse.down()
  const before = (await timesOf(page)).length
  for (let step = 1; step <= steps; step++) {
    await page.mouse.move(x + 40 * Math.sin(step / 10), y + 20 * Math.sin(step / 7))
  }
  const frames = (await timesOf(page)).slice(before)
  await page.mouse.up()
  const late = (100 * frames.filter((ms) => ms > lateMs).length) / frames.length
  report(
    'frames that are late while a text is dragged',
    `${late.toFixed(1)} %; p95 ${percentile(frames, 0.95).toFixed(1)} ms (${frames.length})`,
    'p95 one frame: 5 % are late',
    { unit: '%', values: [late], size: `${frames.length} frames`, aim: { atMost: 5 } },
  )
}

const measureProof = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Proof', exact: true }).click()
  await page.locator('[role=application][aria-busy=false]').waitFor()
  await page.getByRole('application').focus()
  await page.evaluate('bench.watchProof()')
  for (let move = 1; move <= moves; move++) {
    await page.keyboard.press(move % 2 === 0 ? 'ArrowLeft' : 'ArrowRight')
    await untilTimes(page, move)
  }
  const times = (await timesOf(page)).slice(1)
  const what = 'in the proof, from moved text to redrawn page'
  report(what, spread(times), 'p95 200 ms', slow(times, 200))
}
