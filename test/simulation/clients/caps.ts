import type { Core } from '../../../src/core/app/index.ts'
import { transact } from '../../../src/core/engine/transact.ts'
import { patchSettings } from '../../../src/core/features/billing/settings.ts'
import { countCappedKeys } from '../../../src/core/features/developers/key-schema.ts'
import { capChanged } from '../../../src/core/features/ledger/spending-caps.ts'
import type { Action } from './actions.ts'
import type { Client } from './client.ts'

/** Sets or removes the cap of an organisation, as the portal does. */
export const capOrganisation = (
  { services }: Core,
  organisationId: string,
  spendingCapCents: number | null,
): Promise<unknown> =>
  transact(services, (transaction) =>
    patchSettings(services, transaction, organisationId, { spendingCapCents }),
  )

/** Sets or removes the cap of an organisation’s live keys, as `developers.patchKey` does. */
export const capKeys = (
  { services }: Core,
  organisationId: string,
  spendingCapCents: number | null,
): Promise<void> =>
  transact(services, async (transaction) => {
    const shared = { organisationId }
    const { rows } = transaction
    for (const { lineId } of await rows.apiKeys.find(shared, { mode: 'live' })) {
      await rows.apiKeys.updateWhere(shared, { lineId }, { spendingCapCents })
      await countCappedKeys({ rows, shared })
      await capChanged(transaction, organisationId, { apiKeyId: lineId, capCents: spendingCapCents })
    }
  })

/** Sets, changes or removes a cap. An item costs about one euro. */
const change = (cap: typeof capOrganisation) => async (client: Client) => {
  const cents = client.random.pick([null, 0, 90, 300, 1_000, 5_000])
  await client.retry(1, `${cap.name} ${cents}`, async (core) => {
    try {
      await cap(core, client.scope.organisationId, cents)
      return { status: 200, headers: {}, body: {} }
    } catch (error) {
      // The portal shows the error.
      return { status: 503, headers: {}, body: { code: String(error) } }
    }
  })
}

export const capActions: readonly Action[] = [
  { weight: 2, mode: 'live', do: change(capOrganisation) },
  { weight: 1.5, mode: 'live', do: change(capKeys) },
]
