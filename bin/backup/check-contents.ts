import type { Core } from '../../src/core/app/index.ts'
import { blobsReferredTo } from '../../src/core/app/stored-blobs.ts'
import { keyFact } from '../../src/core/engine/facts.ts'
import { tables } from '../../src/core/model/index.ts'
import { everyone, type Store } from '../../src/core/ports/store.ts'
import { createLettershop } from '../../src/index.ts'
import { CommandFailure } from '../cli/failure.ts'
import { rebuildAnalytics } from '../control/analytics.ts'
import { billingCommands } from '../control/billing.ts'
import { reasonOf } from '../instance/folder.ts'

export interface BackupCheck {
  name: string
  /** `open`: not checked, because an earlier check failed or the data is elsewhere. */
  result: 'holds' | 'fails' | 'open'
  detail: string
}

export const holds = (detail: string) => ({ result: 'holds' as const, detail })
export const fails = (detail: string) => ({ result: 'fails' as const, detail })

/** Runs a check and records its result. Returns true if the check passed. */
export type Look = (name: string, work: () => Promise<Omit<BackupCheck, 'name'>>) => Promise<boolean>

/** Records checks in a list. An exception is a failed check. */
export const lookInto =
  (checks: BackupCheck[]): Look =>
  async (name, work) => {
    const found = await work().catch((error: unknown) =>
      fails(error instanceof CommandFailure ? error.message : `could not be checked: ${reasonOf(error)}`),
    )
    checks.push({ name, ...found })
    return found.result === 'holds'
  }

/** Maximum number of names in a sentence. */
const named = 5

/** Formats a sentence such as `2 missing: a, b`; empty without names. */
export const counted = (what: string, names: readonly string[]): string[] => {
  if (names.length === 0) return []
  const more = names.length > named ? ` and ${names.length - named} more` : ''
  return [`${names.length} ${what}: ${names.slice(0, named).join(', ')}${more}`]
}

interface Looking {
  look: Look
  has(key: string): Promise<boolean>
  /** Fingerprint of the key that should have encrypted the rows. */
  keyFingerprint: string
}

export const contentChecks = ['key', 'blobs', 'money', 'analytics'] as const

/** Checks the rows: their key, the blobs they refer to, the ledgers and the analytics. Writes nothing. */
export const checkContents = async (store: Store, { look, has, keyFingerprint }: Looking): Promise<void> => {
  // Creating a core on this store would install the first catalogue if the instance never started.
  const shop = await createLettershop()
  const core = { ...shop.core, services: { ...shop.core.services, store } }
  try {
    await look('key', () => checkKey(store, keyFingerprint))
    await look('blobs', () => checkBlobs(store, has))
    await look('money', () => checkMoney(core))
    await look('analytics', () => checkAnalytics(core))
  } finally {
    await shop.close()
  }
}

/** Checks that this key encrypted the rows; another one could not decrypt them. */
const checkKey = async (store: Store, fingerprint: string) => {
  const fact = await store.read((rows) => rows.facts.get(everyone, keyFact))
  return fact === undefined || fact.value === fingerprint
    ? holds('the key that encrypted the rows')
    : fails('is not the key that encrypted the rows')
}

const checkBlobs = async (store: Store, has: (key: string) => Promise<boolean>) => {
  const missing: string[] = []
  let referred = 0
  for await (const { key, table, rowId } of blobsReferredTo(store)) {
    referred += 1
    if (!(await has(key))) missing.push(`${key} (${tables[table].name} ${rowId})`)
  }
  return missing.length === 0
    ? holds(`all ${referred} that rows refer to exist`)
    : fails(counted('missing', missing).join())
}

const checkMoney = async (core: Core) => {
  const { agrees, organisations, numbers } = await billingCommands['billing.recount'](core, {})
  if (agrees) return holds(`the ledgers of ${organisations.length} organisations add up`)
  const wrong = organisations.filter((each) => !each.agrees).map(({ organisationId }) => organisationId)
  const gaps = numbers.filter(({ taken, issued }) => taken !== issued).length
  return fails(
    [...counted('ledgers differ', wrong), ...(gaps ? ['invoice numbers have gaps'] : [])].join('; '),
  )
}

const checkAnalytics = async (core: Core) => {
  const results = await rebuildAnalytics(core, { check: true })
  const wrong = results.filter(({ outcome }) => outcome !== 'equal')
  return wrong.length === 0
    ? holds('equal to a recount')
    : fails(
        counted(
          'differ from a recount',
          wrong.map(({ organisationId, mode }) => `${organisationId} (${mode})`),
        ).join(),
      )
}
