import { transact } from '../../../src/core/engine/transact.ts'
import { topUp } from '../../../src/core/features/billing/top-up.ts'
import { requestTopUp } from '../../../src/core/features/billing/top-up-request.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import type { Action } from './actions.ts'
import { type Client, statusIn } from './client.ts'

/** On the command line, where a call cannot be repeated under an idempotency key: it is made once. */
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
  const invoice = await client.any('invoices', { kind: 'INVOICE' })
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

/** In the portal, which asks once. */
const request = async (client: Client) => {
  const { organisationId } = client.scope
  await client.insist(1, 'top-up request', async ({ services }) => {
    try {
      const body = await transact(services, async (transaction) => {
        const organisation = await transaction.rows.organisations.get(everyone, organisationId)
        return requestTopUp(services, transaction, organisation!, 700)
      })
      return { status: 201, headers: {}, body }
    } catch (error) {
      return { status: 503, headers: {}, body: { code: String(error) } }
    }
  })
}

/** The money of a request has come; an operator may confirm it twice. */
const confirm = async (client: Client) => {
  const key = client.town.operatorKeys.get(client.scope.organisationId)!.live
  const topUp = await client.any('topUps')
  if (topUp) await client.ask('billing.confirmTopUp', { key, params: { id: topUp.id }, body: {} })
}

const markPaid = async (client: Client) => {
  const key = client.town.operatorKeys.get(client.scope.organisationId)!.live
  const invoice = await client.any('invoices', [statusIn('ISSUED')])
  if (invoice) await client.ask('invoices.markPaid', { key, params: { id: invoice.id }, body: {} })
}

const move = async (client: Client) => {
  await client.ask('organisation.patch', {
    body: { timeZone: client.dice.pick(['UTC', 'Europe/Amsterdam', 'Pacific/Auckland']) },
  })
}

export const billingActions: readonly Action[] = [
  { share: 3, mode: 'live', do: pay },
  { share: 0.5, mode: 'live', do: credit },
  { share: 0.3, mode: 'live', do: terms },
  { share: 0.5, mode: 'live', do: issue },
  { share: 0.7, mode: 'live', do: request },
  { share: 1, mode: 'live', do: confirm },
  { share: 0.5, mode: 'live', do: markPaid },
  { share: 0.4, mode: 'live', do: move },
]
