import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lettershop, lettershopJson } from '../support/cli.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

test('without a server the command makes the backup itself; where it cannot be written it says so and leaves nothing', async () => {
  const data = join(temporaryFolder(), 'data')
  await lettershopJson(['org', 'create', '--name', 'Bakery', '--data', data])
  const to = join(data, '..', 'backups')
  const made = await lettershopJson(['backup', '--to', to, '--data', data])
  expect((await lettershopJson(['backup', 'verify', made.path])).holds).toBe(true)
  writeFileSync(join(data, '..', 'file'), '')
  const { code, stderr } = await lettershop(['backup', '--to', join(data, '..', 'file'), '--data', data])
  expect([code, stderr]).toEqual([1, expect.stringContaining('could not be written')])
})
