/**
 * The fuzzed server on an SQLite file, in its own process, so that the client's work is not part of the
 * measured turns. `node test/fuzz/server.ts FOLDER` communicates with its parent over IPC.
 */
import { mkdirSync } from 'node:fs'
import { readSettings } from '../../bin/cli/settings.ts'
import { openInstance } from '../../bin/instance/open.ts'
import { operations } from '../../src/core/app/operations.ts'
import { organisationScopes } from '../../src/core/engine/access/permissions.ts'
import { setSeller } from '../../src/core/features/billing/seller.ts'
import { topUp } from '../../src/core/features/billing/top-ups.ts'
import { createKey } from '../../src/core/features/developers/keys.ts'
import { createOrganisation, resumeOrganisation } from '../../src/core/features/organisations/manage.ts'
import { setRateLimits } from '../../src/core/features/organisations/rate-limits.ts'
import { seedOrganisation } from '../../src/core/features/seed/seed.ts'
import type { Mode } from '../../src/core/kernel/mode.ts'
import { rateClasses } from '../../src/core/kernel/rate-classes.ts'
import { startServer } from '../../src/server/server.ts'
import { seller } from '../support/billing.ts'
import { signIn } from '../support/portal.ts'
import { giveReturnAddress, liveTarget } from '../support/ready-for-live.ts'
import { endOf } from '../support/shop.ts'
import { finalChecks } from './final-checks.ts'

export interface Tenant {
  organisationId: string
  mode: Mode
  /** Headers of a key with every organisation scope and `runs.manage`, of the owner, and of an operator. */
  credentials: Record<string, string>[]
  /** Scope → a key with every scope except this one and those that imply it. */
  keysWithout: Record<string, string>
}

export type FromServer =
  | { kind: 'ready'; port: number; tenants: Tenant[] }
  | { kind: 'stall'; ownMs: number }
  | { kind: 'logged'; message: string; error: string }
  | { kind: 'memory'; rssMb: number }
  | { kind: 'renewed'; credentials: Record<string, string>[] }
  | { kind: 'checked'; wrong: string[] }

const send = (message: FromServer) => process.send!(message)
const limitMs = 50
const logged = (message: string, fields?: Record<string, unknown>) =>
  send({
    kind: 'logged',
    message,
    error: fields?.error instanceof Error ? String(fields.error.stack) : JSON.stringify(fields ?? {}),
  })

const settings = await readSettings(process.argv[2]!, { 'base-url': 'http://print.example' }, {})
mkdirSync(process.argv[2]!, { recursive: true, mode: 0o700 })
const { core } = await openInstance(process.argv[2]!, settings, {
  debug() {},
  info() {},
  warn() {},
  error: logged,
} as Parameters<typeof openInstance>[2])
const { services } = core
const unlimited = Object.fromEntries(Object.keys(rateClasses).map((name) => [name, 1_000_000]))
const everyScope = [...organisationScopes, 'runs.manage']

/**
 * Creates credentials, resumes the organisation and lifts its limits: fuzzed requests may lower limits,
 * suspend the organisation, revoke their own key, end their session or remove its member.
 */
const credentialsOf = async (organisationId: string, mode: Mode): Promise<Record<string, string>[]> => {
  // Throws if the organisation is not suspended.
  await resumeOrganisation(services, organisationId).catch(() => {})
  await setRateLimits(services, organisationId, unlimited)
  const { key } = await createKey(services, { organisationId, mode, scopes: everyScope, expiresInDays: 1 })
  const sessions = [
    await signIn(services, { organisationId, role: 'owner' }),
    await signIn(services, { organisationId, operator: true }),
  ]
  return [
    { Authorization: `Bearer ${key}` },
    ...sessions.map(({ token }) => ({
      Cookie: `lettershop_session=${token}`,
      'X-CSRF-Protection': '1',
      'X-Organisation-Id': organisationId,
      'X-Mode': mode,
    })),
  ]
}

await setSeller(services, seller)
const tenants: Tenant[] = []
for (const name of ['Aardvark', 'Buffalo']) {
  const { id: organisationId } = await createOrganisation(services, { name })
  await setRateLimits(services, organisationId, unlimited)
  await topUp(services, { organisationId, amountCents: 5_000_000, paymentId: name })
  await giveReturnAddress(services, { id: organisationId, name })
  await seedOrganisation(services, organisationId, liveTarget)
  for (const mode of ['live', 'test'] as const) {
    const keyOf = async (scopes: string[]) =>
      (await createKey(services, { organisationId, mode, scopes, ...endOf(scopes) })).key
    const keysWithout: Record<string, string> = {}
    for (const scope of [...everyScope, 'platform.admin']) {
      const enough = [
        scope,
        ...operations.flatMap((one) => (one.permission === scope ? (one.impliedBy ?? []) : [])),
      ]
      keysWithout[scope] = await keyOf(
        [...everyScope, 'platform.admin'].filter((other) => !enough.includes(other)),
      )
    }
    tenants.push({
      organisationId,
      mode,
      credentials: await credentialsOf(organisationId, mode),
      keysWithout,
    })
  }
}

const server = await startServer(core, { port: 0 })
send({ kind: 'ready', port: server.port, tenants })

const cpuMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
let last = cpuMs()
const beat = setInterval(() => {
  const now = cpuMs()
  if (now - last > limitMs) send({ kind: 'stall', ownMs: now - last })
  last = now
}, 1)

process.on('message', async (message: 'memory' | 'check' | 'end' | { renew: number }) => {
  if (typeof message === 'object') {
    const { organisationId, mode } = tenants[message.renew]!
    return send({ kind: 'renewed', credentials: await credentialsOf(organisationId, mode) })
  }
  if (message === 'memory') send({ kind: 'memory', rssMb: process.memoryUsage.rss() / 2 ** 20 })
  if (message === 'check') {
    clearInterval(beat)
    send({ kind: 'checked', wrong: await finalChecks(core, tenants) })
  }
  if (message === 'end') {
    await server.drain()
    await core.close()
    process.disconnect()
  }
})
