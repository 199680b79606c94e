import { topUp } from '../../../src/core/billing/top-up.ts'
import type { Action } from './actions.ts'
import type { Client } from './client.ts'

/** On the command line: nobody can ask it again under a key, so it is asked once. */
const pay = async (client: Client) => {
  const { organisationId } = client.scope
  const amountCents = client.dice.pick([100, 500, 3_000])
  await client.insist(1, `top-up of ${amountCents}`, async ({ services }) => {
    try {
      const body = await topUp(services, { organisationId, amountCents })
      return { status: 201, headers: {}, body }
    } catch (error) {
      // The command line says so and ends.
      return { status: 503, headers: {}, body: { code: String(error) } }
    }
  })
}

const credit = async (client: Client) => {
  const key = client.town.operatorKeys.get(client.scope.organisationId)!.live
  const invoice = await client.any('invoices', [{ field: 'kind', op: 'eq', value: 'INVOICE' }])
  if (!invoice) return
  await client.ask('invoices.credit', {
    key,
    params: { id: invoice.id },
    body: { reason: 'A mistake.', ...(client.dice.chance(0.5) ? { amountCents: 50 } : {}) },
  })
}

const terms = async (client: Client) => {
  const key = client.town.operatorKeys.get(client.scope.organisationId)!.live
  await client.ask('billing.patchTerms', {
    key,
    body: { billingMode: client.dice.pick(['PREPAID', 'MONTHLY']) },
  })
}

const issue = async (client: Client) => {
  const key = client.town.operatorKeys.get(client.scope.organisationId)!.live
  await client.ask('invoices.issueMonthly', { key, body: {} })
}

export const billingActions: readonly Action[] = [
  { share: 3, mode: 'live', do: pay },
  { share: 0.5, mode: 'live', do: credit },
  { share: 0.3, mode: 'live', do: terms },
  { share: 0.5, mode: 'live', do: issue },
]
