import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createPdfRenderer } from '../../../src/adapters/pdf/index.ts'
import { holdPrinting, resumePrinting } from '../../../src/core/features/printers/printing-hold.ts'
import { packageRun, steer } from '../../../src/core/features/runs/command-line.ts'
import { requestHandOver } from '../../../src/core/features/runs/operating.ts'
import { packageSums } from '../../../src/core/features/runs/package/package.ts'
import { collect } from '../../../src/core/kernel/bytes.ts'
import { before, blocked, cutoff, minutes, onlyRun, reasons, setBaseUrl } from '../../support/live.ts'
import { createMailShop, type MailShop } from '../../support/mail.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { itWithTools, run } from '../../support/tools.ts'

describe('outdated pages', () => {
  const shown = (shop: MailShop) =>
    shop.renderer.rendered
      .filter(({ itemId }) => itemId.startsWith('itm_'))
      .map(({ trackingUrl, returnLine = '' }) => [trackingUrl.split('/Q/')[0], returnLine])

  test('are rendered again for another base URL, and only the new ones reach the printer', async () => {
    const shop = await blocked(reasons.base_url_unreachable.lose)
    await setBaseUrl(shop, 'https://print.example')
    await minutes(shop)
    expect(shown(shop).map(([url]) => url)).toEqual(['HTTP://127.0.0.1:8484', 'HTTPS://PRINT.EXAMPLE'])
    const [files] = [...shop.printers.live.packages.values()]
    for (const { name, bytes } of files!) {
      expect(new TextDecoder().decode(bytes), name).not.toMatch(/127\.0\.0\.1/)
    }
    expect(shop.printers.live.packages.size).toBe(1)
  })

  test('are rendered again for a changed return address', async () => {
    const shop = await blocked(reasons.return_address_missing.lose)
    await reasons.return_address_missing.restore(shop)
    await minutes(shop)
    expect(shown(shop).map(([, line]) => line)).toEqual(['', expect.stringContaining('Keizersgracht')])
  })

  test('are not rendered again for another target of their codes', async () => {
    const shop = await blocked(reasons.tracking_target_missing.lose)
    await reasons.tracking_target_missing.restore(shop)
    await minutes(shop)
    expect(shown(shop)).toHaveLength(1)
  })

  test('are rendered again after a hold of printing too, if the server has moved in the meantime', async () => {
    const shop = await createMailShop({ clock: before })
    const { store } = shop.services
    await store.write((rows) => holdPrinting(rows, { since: shop.clock.now(), reason: 'The press is down.' }))
    await shop.post()
    await shop.advance(cutoff)
    await setBaseUrl(shop, 'https://print.example')
    await minutes(shop)
    expect(shown(shop)).toHaveLength(1)
    // The package with the old URL is refused too, because it could be printed manually.
    const { id } = await onlyRun(shop)
    await expect(packageRun(shop.services, id)).rejects.toMatchObject({ code: 'invalid_state' })
    await shop.services.store.write(resumePrinting)
    await minutes(shop)
    expect(shown(shop).map(([url]) => url)).toEqual(['HTTP://MAIL.EXAMPLE', 'HTTPS://PRINT.EXAMPLE'])
    expect(await onlyRun(shop)).toMatchObject({ status: 'HANDED_TO_PRINTER' })
  })

  test('keep an operator’s confirmation that no printer has the run when they are rendered again', async () => {
    const shop = await createMailShop({ clock: before })
    await shop.post()
    shop.printers.live.script({ kind: 'lost' })
    await shop.advance(cutoff)
    await minutes(shop, 30)
    const { id } = await onlyRun(shop)
    shop.printers.live.script()
    await setBaseUrl(shop, 'https://print.example')
    await steer(shop.services, id, (move, run) => requestHandOver(move, run, false))
    await minutes(shop)
    expect(await onlyRun(shop)).toMatchObject({ status: 'HANDED_TO_PRINTER', uncertain: false })
    expect(shown(shop).at(-1)![0]).toBe('HTTPS://PRINT.EXAMPLE')
  })
})

test('the checksums kept as evidence are those of the printed pages, not of discarded ones', async () => {
  const shop = await createMailShop({ clock: before })
  await shop.post()
  shop.printers.live.script({ kind: 'lost' })
  await shop.advance(cutoff)
  await minutes(shop, 30)
  const { id } = await onlyRun(shop)
  shop.printers.live.script({ kind: 'unavailable', reason: 'The printer is away.' })
  await setBaseUrl(shop, 'https://print.example')
  await steer(shop.services, id, (move, run) => requestHandOver(move, run, false))
  await minutes(shop)
  await steer(shop.services, id, (move, run) => requestHandOver(move, run, true))
  const sums: string[] = []
  for await (const { name, content } of await packageRun(shop.services, id)) {
    const bytes = await collect(content)
    if (name === 'SHA256SUMS') sums.push(new TextDecoder().decode(bytes))
  }
  expect([await packageSums(shop.services, await onlyRun(shop))]).toEqual(sums)
})

describe('on real paper', () => {
  const renderer = createPdfRenderer({ workers: 0 })
  afterAll(() => renderer.close())

  itWithTools(['pdftoppm', 'zbarimg'], 'a code never leads to this machine', async () => {
    const shop = await blocked(reasons.base_url_unreachable.lose, { ports: { renderer } })
    expect(shop.printers.live.packages.size).toBe(0)
    await setBaseUrl(shop, 'https://print.example')
    await minutes(shop)
    const [files] = [...shop.printers.live.packages.values()]
    const [item] = await shop.items()
    const folder = temporaryFolder()
    for (const { name, bytes } of files!.filter((file) => file.name.endsWith('.pdf'))) {
      writeFileSync(join(folder, name), bytes!)
      run('pdftoppm', ['-r', '200', '-png', '-f', '2', '-l', '2', join(folder, name), join(folder, name)])
    }
    const pages = readdirSync(folder).filter((name) => name.endsWith('.png'))
    const codes = run('zbarimg', ['--quiet', '--raw', ...pages.map((name) => join(folder, name))])
    const read = codes.split('\n').filter((code) => /^https?:/i.test(code))
    // One code is in the part, the other in the proof.
    expect(read).toHaveLength(2)
    expect(new Set(read)).toEqual(new Set([`HTTPS://PRINT.EXAMPLE/Q/${item!.trackingCode}`]))
  })
})
