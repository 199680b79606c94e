import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lettershop, lettershopJson, startServerProcess } from '../support/cli.ts'
import { instanceOn, runThatWaits, startInstance } from '../support/instance.ts'
import { copyOfDatabase, newDatabase, query } from '../support/postgres/database.ts'
import { startTestS3 } from '../support/s3/server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
const production = join(folder, 'production')
const drilled = join(folder, 'drilled')
const fileWith = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, `${text}\n`)
  return path
}

test('a drill with the environment of production’s servers is refused next to them without changes, and has its own database', async () => {
  const [s3, database] = await Promise.all([startTestS3(), newDatabase()])
  const env = {
    LETTERSHOP_DATABASE: database,
    LETTERSHOP_BLOBS: s3.address('shop'),
    LETTERSHOP_BLOBS_CREDENTIALS: `${s3.keys.accessKeyId}:${s3.keys.secretAccessKey}`,
    LETTERSHOP_SECRET_KEY_FILE: fileWith('secret-key', 'a1'.repeat(32)),
    LETTERSHOP_SIGNING_KEY_FILE: fileWith('signing-key', 'b2'.repeat(32)),
  }
  const shop = await startInstance(production, [], env)
  await shop.post('live', 'before the backup')
  const [{ id }] = await shop.cli('run', 'list', '--mode', 'live')
  await shop.server.end()
  const dump = await copyOfDatabase(database)
  const { path } = await shop.cli('backup', '--to', join(folder, 'backups'))
  const server = await startServerProcess(['--data', production], env)

  const inFolder = ['--data', drilled, '--blobs', 'folder']
  await lettershopJson(['restore', path, ...inFolder], env)
  const facts = () => query(database, 'select id, value from facts order by id')
  const before = await facts()
  const refused = /is in use .*Nothing was changed.*A drill needs its own database/
  const started = startServerProcess(['--drill', ...inFolder], env)
  await expect(started).rejects.toThrow(refused)
  expect(await lettershop(['run', 'list', ...inFolder], env)).toMatchObject({
    code: 11,
    stderr: expect.stringMatching(refused),
  })
  expect(await facts()).toEqual(before)
  expect(await shop.cli('printing', 'show')).toMatchObject({ held: false })

  const ofDrill = { ...env, LETTERSHOP_DRILL: 'true', LETTERSHOP_DATABASE: dump, LETTERSHOP_BLOBS: 'folder' }
  const drill = instanceOn(drilled, await startServerProcess(['--data', drilled], ofDrill), {
    ...shop,
    env: ofDrill,
  })
  await drill.cli('run', 'close', id)
  await runThatWaits(drill, id, 'Restored from a backup')
  await drill.server.end()

  // The folder is marked as a drill's by now, but the database names another place of the files.
  const again = startServerProcess(['--drill', ...inFolder], env)
  await expect(again).rejects.toThrow('The files of this instance are in')
  expect(await facts()).toEqual(before)
  await server.end()
  await s3.close()
})
