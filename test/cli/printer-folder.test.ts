import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { markerName } from '../../src/adapters/print-folder/printer-folder.ts'
import { lettershop, lettershopJson, startServerProcess } from '../support/cli.ts'
import {
  eventually,
  type Instance,
  instanceOn,
  runThatWaits,
  setInFolder,
  startInstance,
} from '../support/instance.ts'
import { foundIn, unmount } from '../support/printer-folder.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
const data = join(folder, 'data')
const share = join(folder, 'share')
const marker = join(share, markerName)
let shop: Instance

/** Sets the print folder in the data folder, so that commands without the server know where live runs go. */
const printsTo = (dataDir: string, printFolder: string) => setInFolder(dataDir, { printFolder })
const serving = async (dataDir: string) =>
  instanceOn(dataDir, await startServerProcess(['--data', dataDir]), shop)

/** Closes a live run, which is rendered and then handed over. */
const closedRun = async (on: Instance): Promise<string> => {
  await on.post('live', 'to be printed')
  const [{ id }] = await on.cli('run', 'list', '--mode', 'live', '--status', 'open')
  await on.cli('run', 'close', id)
  return id
}
const arrives = (on: Instance, id: string, at: string) =>
  eventually(async () => {
    await on.cli('run', 'retry', id).catch(() => {})
    return foundIn(at).includes(id)
  })
const printerOf = async (dataDir: string) => {
  const { code, stdout } = await lettershop(['doctor', '--data', dataDir])
  return [code, /^.* printer .*$/m.exec(stdout)?.[0]]
}

beforeAll(async () => {
  mkdirSync(share)
  printsTo(data, share)
  shop = await startInstance(data)
})

test('a run waits while the share is not mounted, even through a restart, and is handed over afterwards', async () => {
  const mount = unmount(share)
  const id = await closedRun(shop)
  expect(await runThatWaits(shop, id, 'is the share mounted?')).toMatchObject({ status: 'RENDERED' })
  expect(await printerOf(data)).toEqual([1, expect.stringMatching(/^WRONG .*is the share mounted\?/)])
  await shop.server.end()
  expect(await printerOf(data)).toEqual([1, expect.stringMatching(/^WRONG .*is the share mounted\?/)])
  shop = await serving(data)
  await shop.cli('run', 'retry', id)
  await runThatWaits(shop, id, 'is the share mounted?')
  expect(readdirSync(share)).toEqual([])
  mount()
  await arrives(shop, id, share)
  expect(await printerOf(data)).toEqual([0, expect.stringMatching(/^ok .*used by the server/)])
})

test('a printer’s folder that was emptied entirely is reported, and an operator accepts it', async () => {
  rmSync(marker)
  const id = await closedRun(shop)
  await runThatWaits(shop, id, 'lettershop printing accept-folder')
  expect(await shop.cli('printing', 'accept-folder')).toEqual({ printFolder: share })
  await arrives(shop, id, share)
  rmSync(marker)
  await shop.server.end()
  const { code, stdout } = await lettershop(['printing', 'accept-folder', '--data', data])
  expect([code, stdout]).toEqual([0, `Live runs are now handed over in ${share}.\n`])
  expect(await printerOf(data)).toEqual([0, expect.stringMatching(/^ok /)])
  shop = await serving(data)
})

test('a restored instance whose share is missing waits for it and marks nothing', async () => {
  const { path } = await shop.cli('backup', '--to', join(folder, 'backups'))
  await shop.server.end()
  const restored = join(folder, 'restored')
  const mount = unmount(share)
  await lettershopJson(['restore', path, '--data', restored])
  const later = await serving(restored)
  await later.cli('printing', 'resume')
  const id = await closedRun(later)
  await runThatWaits(later, id, 'is the share mounted?')
  expect(readdirSync(share)).toEqual([])
  mount()
  await arrives(later, id, share)
  await later.server.end()
})

test('a drill accepts only its own folder', async () => {
  const text = readFileSync(marker, 'utf8')
  const mount = unmount(share)
  const drill = { LETTERSHOP_DRILL: 'true' }
  const accepted = await lettershopJson(
    ['printing', 'accept-folder', '--data', join(folder, 'restored')],
    drill,
  )
  expect(accepted).toEqual({ printFolder: join(folder, 'restored', 'printer-drill') })
  expect(readdirSync(share)).toEqual([])
  mount()
  expect(readFileSync(marker, 'utf8')).toBe(text)
})

test('another folder is set up at the next start, as is one from before markers', async () => {
  const other = join(folder, 'other')
  mkdirSync(join(other, 'run_of_before'), { recursive: true })
  printsTo(data, other)
  expect(await printerOf(data)).toEqual([0, expect.stringMatching(/^note .*is set up by the next start/)])
  expect(readdirSync(other)).toEqual(['run_of_before'])
  shop = await serving(data)
  const id = await closedRun(shop)
  await arrives(shop, id, other)
  expect((await shop.server.end()).stderr).toContain('is marked as the printer’s')
})

test('a missing printer’s folder is not created', async () => {
  const nowhere = join(folder, 'nowhere')
  printsTo(data, nowhere)
  const { code, stderr } = await lettershop(['printing', 'accept-folder', '--data', data])
  expect([code, stderr]).toEqual([4, `The printer's folder ${nowhere} does not exist.\n`])
  expect(readdirSync(folder)).not.toContain('nowhere')
})

test('the folder in the data folder is new after a restore under the old name', async () => {
  const inside = join(folder, 'inside')
  await (await startServerProcess(['--data', inside])).end()
  const { path } = await lettershopJson(['backup', '--to', join(folder, 'backups'), '--data', inside])
  rmSync(inside, { recursive: true })
  await lettershopJson(['restore', path, '--data', inside])
  await lettershopJson(['printing', 'resume', '--data', inside])
  expect(await printerOf(inside)).toEqual([0, expect.stringMatching(/^ok /)])
})
