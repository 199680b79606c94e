import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { createXml } from '../src/adapters/xml/xml.ts'
import { operatorActor } from '../src/core/engine/audit/actor.ts'
import { checkFile, importChecked } from '../src/core/features/products/catalogue/import.ts'
import { samples } from '../src/core/features/products/samples/index.ts'
import { xjdfTicket } from '../src/core/features/runs/package/xjdf.ts'
import { everyone } from '../src/core/ports/store.ts'
import { createLettershop } from '../src/testing.ts'
import { ticketKinds } from '../test/support/ticket-kinds.ts'

/**
 * Writes the XJDF ticket of every kind of run of every sample and validates it against a schema that you provide:
 *
 *     node scripts/check-tickets.ts --schema xjdf.xsd    # CIP4's, of https://schema.cip4.org
 *     node scripts/check-tickets.ts --out DIR            # only writes the tickets
 *
 * It runs on Debian's xmllint (libxml2-utils).
 */

const run = promisify(execFile)
/** Files per run of xmllint, which reads the schema each time. */
const together = 200

/** Writes the tickets and returns a description of each, by path. */
const writeAll = async (folder: string): Promise<Map<string, string>> => {
  const xml = createXml()
  const written = new Map<string, string>()
  await mkdir(folder, { recursive: true })
  for (const { name, load } of samples) {
    const shop = await createLettershop()
    const { services } = shop.core
    await importChecked(services, await checkFile(services, await load()), operatorActor)
    const { products, specifications } = await services.store.read(async (rows) => ({
      products: await rows.products.find(everyone, {}),
      specifications: await rows.specifications.find(everyone, { archivedAt: null }),
    }))
    for (const specification of specifications) {
      const product = products.find(({ id }) => id === specification.productId)!
      for (const { what, facts } of ticketKinds(product, specification)) {
        const path = join(folder, `${String(written.size + 1).padStart(4, '0')}.xjdf`)
        await writeFile(path, await xml.write(xjdfTicket(facts)))
        written.set(path, `${name}: ${what}`)
      }
    }
    await shop.close()
  }
  return written
}

const check = async (schema: string, folder: string): Promise<boolean> => {
  const written = await writeAll(folder)
  const paths = [...written.keys()]
  const wrong = new Set<string>()
  for (let at = 0; at < paths.length; at += together) {
    const some = paths.slice(at, at + together)
    const result = await run('xmllint', ['--noout', '--nonet', '--schema', schema, ...some], {
      maxBuffer: 2 ** 26,
    }).catch((error: { stderr?: string; code?: unknown }) => {
      // xmllint exits with 3 or 4 for invalid documents; any other code is a failure.
      if (error.code !== 3 && error.code !== 4) throw error
      return { stderr: error.stderr ?? '' }
    })
    for (const line of result.stderr.split('\n')) {
      const path = some.find((one) => line.startsWith(`${one}:`))
      if (!path) continue
      wrong.add(path)
      process.stdout.write(`${written.get(path)}${line.slice(path.length)}\n`)
    }
  }
  process.stdout.write(`${written.size} tickets, ${wrong.size} not valid\n`)
  return wrong.size === 0
}

const { values } = parseArgs({ options: { schema: { type: 'string' }, out: { type: 'string' } } })
if (values.schema === undefined && values.out === undefined) {
  process.stderr.write('Use --schema FILE, CIP4’s XJDF schema, or --out DIR.\n')
  process.exit(2)
}
if (values.out !== undefined) await writeAll(resolve(values.out))
if (values.schema !== undefined) {
  const folder = await mkdtemp(join(tmpdir(), 'tickets-'))
  const isClean = await check(resolve(values.schema), folder).finally(() => rm(folder, { recursive: true }))
  if (!isClean) process.exitCode = 1
}
