import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lettershop, lettershopJson, startServerProcess } from '../support/cli.ts'
import { eventually, instanceOn, runThatWaits, setInFolder, startInstance } from '../support/instance.ts'
import { copyOfDatabase, newDatabase } from '../support/postgres/database.ts'
import { foundIn } from '../support/printer-folder.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
const data = join(folder, 'data')
const restored = join(folder, 'restored')
const onDatabase = (path: string, database: string) => setInFolder(path, { database })

test('restored files with a loaded dump print nothing live before an operator allows it', async () => {
  const address = await newDatabase()
  onDatabase(data, address)
  const shop = await startInstance(data)
  await shop.post('live', 'printed behind the backup')
  const [{ id }] = await shop.cli('run', 'list', '--mode', 'live')
  await shop.server.end()
  const dump = await copyOfDatabase(address)
  const backup = await shop.cli('backup', '--to', join(folder, 'backups'))
  const going = instanceOn(data, await startServerProcess(['--data', data]), shop)
  await going.cli('run', 'close', id)
  await eventually(async () => existsSync(join(data, 'printer', id)))
  await going.server.end('SIGKILL')
  renameSync(join(data, 'printer', id), join(folder, 'fetched'))

  const report = await lettershopJson(['restore', backup.path, '--data', restored])
  expect(report).toMatchObject({ database: 'postgres', uncertainRuns: null, printingHeld: true })
  onDatabase(restored, await newDatabase())
  const early = await lettershop(['serve', '--port', '0', '--data', restored])
  expect([early.code, early.stderr]).toEqual([15, expect.stringContaining('Load the pg_dump')])
  const doctor = await lettershop(['doctor', '--data', restored])
  expect(doctor.stdout).toMatch(/^note +restore +.*pg_dump/m)

  onDatabase(restored, dump)
  const later = instanceOn(restored, await startServerProcess(['--data', restored]), shop)
  expect(await later.cli('printing', 'show')).toMatchObject({ held: true })
  expect(await later.cli('invoicing', 'show')).toMatchObject({ held: true })
  await later.cli('run', 'close', id)
  await runThatWaits(later, id, 'Restored from a backup')
  expect(foundIn(join(restored, 'printer'))).toEqual([])
  await later.cli('run', 'hand-over', id, '--printed', 'yes')
  await later.cli('printing', 'resume')
  await later.server.end()

  // Only the first start after a restore holds printing.
  const again = instanceOn(restored, await startServerProcess(['--data', restored]), shop)
  expect(await again.cli('printing', 'show')).toMatchObject({ held: false })
  expect((await again.cli('run', 'show', id)).status).toBe('HANDED_TO_PRINTER')
  expect(foundIn(join(restored, 'printer'))).toEqual([])
  await again.server.end()
})
