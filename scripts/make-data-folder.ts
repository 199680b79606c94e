/**
 * Creates a data folder of this version for the tests of later versions, in
 * `test/fixtures/data-folders/<version>`. Run it once per version, when it is released (CONTRIBUTING.md,
 * “Add a migration”). Uses only the command line and the API.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { startReceiver } from '../bin/demo/steps.ts'
import { version } from '../bin/version.ts'
import { createSqliteStore } from '../src/adapters/sqlite/store.ts'
import { type Answer, pathsOf, readEverything } from '../test/support/data-folders/answers.ts'
import { fillShop, type KnownShop } from '../test/support/data-folders/shop.ts'
import { eventually, startInstance } from '../test/support/instance.ts'

const place = join(import.meta.dirname, '../test/fixtures/data-folders', version)
if (existsSync(place)) {
  console.error(
    `There already is a data folder of ${version}. Later versions are tested with it, so do not replace it.`,
  )
  process.exit(1)
}
const scratch = mkdtempSync(join(tmpdir(), 'lettershop-data-folder-'))
const data = join(scratch, 'data')
const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

try {
  const receiver = await startReceiver()
  const shop = await startInstance(data, ['--allow-insecure-webhooks'])
  const owner = { email: 'ada@example.com', password: 'correct horse battery' }
  writeFileSync(join(scratch, 'password'), owner.password)
  const invited = [
    '--org',
    shop.organisationId,
    '--role',
    'owner',
    '--password-file',
    join(scratch, 'password'),
  ]
  await shop.cli('user', 'create', '--email', owner.email, ...invited)
  const made = await fillShop(shop, receiver)
  // Waits for an attempted webhook delivery, so that the folder contains attempts.
  await eventually(async () => {
    const { body } = await shop.send('test', 'GET', `/v1/webhooks/${made.webhook.id}/deliveries`)
    return body.data[0]?.attempts?.length > 0 || body.data[0]?.attemptCount > 0
  })

  const document = (await shop.send('live', 'GET', '/v1/meta/openapi.json')).body
  const answers: Record<string, Record<string, Answer>> = {}
  for (const mode of ['live', 'test'] as const) {
    answers[mode] = await readEverything((path) => shop.send(mode, 'GET', path), pathsOf(document))
  }
  const madeAt = Date.now()
  await shop.server.end()
  receiver.close()

  const store = await createSqliteStore({ file: join(data, 'lettershop.db') })
  const rows = await store.copyTo(join(scratch, 'lettershop.db'))
  await store.close()
  const known: KnownShop = {
    version,
    madeAt,
    organisationId: shop.organisationId,
    keys: shop.keys,
    postflows: shop.postflows,
    owner,
    webhook: { id: made.webhook.id, secret: made.webhook.secret },
    connectorPath: made.connectorPath,
    printedRunId: made.printed.id,
    waitingRunId: made.waiting.id,
    rows,
  }
  mkdirSync(place, { recursive: true })
  // Locks and sockets belong to a process, and the program empties the test printer's folder.
  const kept = (source: string) =>
    !/lettershop\.db|lock\.|control\.sock|printer-test/.test(source.slice(data.length))
  cpSync(data, join(place, 'data'), { recursive: true, filter: kept })
  writeFileSync(
    join(place, 'lettershop.db.gz'),
    gzipSync(readFileSync(join(scratch, 'lettershop.db')), { level: 9 }),
  )
  writeFileSync(join(place, 'answers.json.gz'), gzipSync(json(answers), { level: 9 }))
  writeFileSync(join(place, 'shop.json'), json(known))
  console.log(place)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
