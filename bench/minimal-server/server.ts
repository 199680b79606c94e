/**
 * The peer of `bench/item-creation.ts`: a hand-written server for this one request, with Bun.serve, prepared
 * statements, no validation library and no group commit, so one synced commit per request. It reads and
 * writes the same rows in the same tables, with the same indexes and with ids and texts of the same length;
 * the bench prints the growth of both files per item. `bun bench/minimal-server/server.ts FILE DDL`
 */
import { Database } from 'bun:sqlite'
import { readFileSync } from 'node:fs'
import { type Body, hashOf, postflowIdOf } from './rows.ts'
import { insertResources, itemCreation } from './sqlite.ts'

const [file, ddl] = process.argv.slice(2)
const db = new Database(file!)
for (const pragma of [
  'journal_mode=WAL',
  'synchronous=FULL',
  'foreign_keys=ON',
  'cache_size=-65536',
  'temp_store=MEMORY',
]) {
  db.run(`PRAGMA ${pragma}`)
}
db.run(readFileSync(ddl!, 'utf8'))

const prepare = (sql: string) => db.query(sql)
insertResources(prepare, [postflowIdOf(0)])
const create = itemCreation(prepare)
const readKey = db.query('SELECT * FROM api_keys WHERE hash = ?')
const readOrganisation = db.query('SELECT * FROM organisations WHERE id = ?')

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    const url = new URL(request.url)
    if (request.method !== 'POST' || url.pathname !== '/v1/items')
      return new Response('not found', { status: 404 })
    const bearer = request.headers.get('authorization')?.slice(7) ?? ''
    const known = readKey.get(hashOf(bearer)) as { organisationId: string; scopes: string } | null
    if (!known || !JSON.parse(known.scopes).includes('items.write'))
      return new Response('unauthorised', { status: 401 })
    readOrganisation.get(known.organisationId)
    const body = (await request.json()) as Body
    if (typeof body.recipient?.postalCode !== 'string') {
      return Response.json({ code: 'validation_failed' }, { status: 422 })
    }
    return Response.json(create(body).answer, { status: 201 })
  },
})
console.log(server.port)
