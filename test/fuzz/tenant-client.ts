import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GenerationContext } from './generate.ts'
import type { RandomSource } from './random-source.ts'
import type { Tenant } from './server.ts'

const recipients = (
  JSON.parse(readFileSync(join(import.meta.dirname, '../../examples/recipients.json'), 'utf8')) as {
    recipient: Record<string, unknown>
  }[]
).map(({ recipient }) => recipient)

/** Prefixes of ids of one mode (docs/api-rules.md#live-and-test); others belong to the organisation. */
const ofOneMode = /^(itm|pfl|pbt|imp|run|rnd|exp|sup|evt|whd)_/
export const idPattern = /\b[a-z]{2,3}_[0-9A-HJKMNP-TV-Z]{26}\b/g

/** Path segment or field name → prefix of its ids, as learned from answers. */
const prefixOf = new Map<string, string>()

/** A client of one organisation in one mode, with the ids seen in its answers. */
export class TenantClient {
  readonly mark: string
  readonly #ids = new Map<string, string[]>()
  readonly #keys: string[] = []
  readonly tenant: Tenant

  constructor(tenant: Tenant, letter: string) {
    this.tenant = tenant
    this.mark = `zq${letter}${tenant.mode === 'live' ? 'Live' : 'Test'}zq`
  }

  /** Keeps the ids and keys of an answer for later requests. */
  learn(segment: string, body: unknown): void {
    const rows = Array.isArray(body) ? body : ((body as { data?: unknown[] })?.data ?? [body])
    if (!Array.isArray(rows)) return
    for (const row of rows as { id?: unknown; key?: unknown }[]) {
      if (typeof row?.id === 'string' && /^[a-z]{2,3}_/.test(row.id)) {
        const prefix = row.id.slice(0, row.id.indexOf('_'))
        prefixOf.set(segment, prefix)
        prefixOf.set(`${singular(segment)}id`, prefix)
        this.#keep(prefix, row.id)
      }
      if (typeof row?.key === 'string' && row.key.length < 42) this.#keys.push(row.key)
    }
    for (const [id] of JSON.stringify(body ?? null).matchAll(idPattern))
      this.#keep(id.slice(0, id.indexOf('_')), id)
  }

  #keep(prefix: string, id: string): void {
    const known = this.#ids.get(prefix) ?? []
    this.#ids.set(prefix, known)
    if (known.includes(id)) return
    if (known.length < 200) known.push(id)
    else known[known.length % 7] = id
  }

  /** Returns an id for a path parameter below a segment, or for a field like `postflowId`. */
  idFor(name: string, random: RandomSource): string | undefined {
    if (name === 'key' && this.#keys.length > 0) return random.pick(this.#keys)
    const known = this.#ids.get(
      prefixOf.get(name) ?? prefixOf.get(name.toLowerCase().replace(/ids$/, 'id')) ?? '',
    )
    return known && known.length > 0 ? random.pick(known) : undefined
  }

  context(random: RandomSource): GenerationContext {
    return {
      random,
      mark: this.mark,
      idFor: (name) => this.idFor(name, random),
      recipient: () => ({ ...random.pick(recipients), companyName: `${this.mark} BV` }),
    }
  }
}

const singular = (segment: string): string =>
  segment.replaceAll('-', '').toLowerCase().replace(/ies$/, 'y').replace(/sses$/, 'ss').replace(/s$/, '')

/** The owner of each id: the client whose request created it. */
export class OwnershipRegistry {
  readonly #owners: Map<string, TenantClient>
  #known = 0

  constructor(clients: readonly TenantClient[]) {
    this.#owners = new Map(clients.map((client) => [client.tenant.organisationId, client]))
  }

  /** Ids and marks in an answer that belong to another tenant and that the request did not contain. */
  foreignIds(
    operation: string,
    client: TenantClient,
    others: readonly TenantClient[],
    { request, answer, isKey }: { request: string; answer: string; isKey: boolean },
  ): string[] {
    const found: string[] = []
    for (const other of others) {
      if (other === client) continue
      const apart = other.tenant.organisationId !== client.tenant.organisationId
      if (apart && answer.includes(other.mark) && !request.includes(other.mark)) found.push(other.mark)
    }
    for (const [id] of answer.matchAll(idPattern)) {
      const owner = this.#owners.get(id)
      if (owner === undefined || owner === client || request.includes(id)) continue
      // The ledger and invoices belong to the organisation, and a test key reads them.
      // Their exports, the audit log and the request log cover both modes too.
      const ofBothModes =
        /^(billing|invoices|auditLog|developers\.requestLog|exports\.file)/.test(operation) ||
        // Members see live and test suppressions in either mode; a test key sees no live ones.
        (/^suppress/.test(operation) && !(isKey && client.tenant.mode === 'test')) ||
        // An endpoint of a live key gets test events too, and may be limited to a test Postflow or Postbatch.
        (client.tenant.mode === 'live' && /^webhooks\./.test(operation) && /^(pfl|pbt)_/.test(id))
      const otherOrganisation = owner.tenant.organisationId !== client.tenant.organisationId
      if (otherOrganisation || (ofOneMode.test(id) && !ofBothModes)) found.push(id)
    }
    return found
  }

  /** Records that this client created an id. */
  record(client: TenantClient, id: string): void {
    // Enough ids to notice a leak, without making the client the bottleneck.
    if (this.#known > 500_000 || this.#owners.has(id)) return
    this.#owners.set(id, client)
    this.#known++
  }
}
