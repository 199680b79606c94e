import { transact } from '../../../src/core/engine/transact.ts'
import { requestTopUp, topUp } from '../../../src/core/features/billing/top-ups.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import type { Action } from './actions.ts'
import { type Client, statusIn } from './client.ts'

/** Books a top-up as the command line does: without an idempotency key, so it is not retried. */
const bookTopUp = async (client: Client) => {
  const { organisationId } = client.scope
  const amountCents = client.random.pick([100, 500, 3_000])
  await client.retry(1, `top-up of ${amountCents}`, async ({ services }) => {
    try {
      const body = await topUp(services, { organisationId, amountCents })
      return { status: 201, headers: {}, body }
    } catch (error) {
      // The command line reports the error and exits.
      return { status: 503, headers: {}, body: { code: String(error) } }
    }
  })
}

const credit = async (client: Client) => {
  const key = client.cluster.operatorKeys.get(client.scope.organisationId)!.live
  const invoice = await client.any('invoices', { kind: 'INVOICE' })
  if (!invoice) return
  await client.call('invoices.credit', {
    key,
    params: { id: invoice.id },
    body: { reason: 'A mistake.', ...(client.random.chance(0.5) ? { amountCents: 50 } : {}) },
  })
}

const terms = async (client: Client) => {
  const key = client.cluster.operatorKeys.get(client.scope.organisationId)!.live
  await client.call('billing.patchTerms', {
    key,
    body: { billingMode: client.random.pick(['PREPAID', 'MONTHLY']) },
  })
}

const issue = async (client: Client) => {
  const key = client.cluster.operatorKeys.get(client.scope.organisationId)!.live
  await client.call('invoices.issueMonthly', { key, body: {} })
}

/** Requests a top-up as the portal does, which does not retry. */
const requestByPortal = async (client: Client) => {
  const { organisationId } = client.scope
  await client.retry(1, 'top-up request', async ({ services }) => {
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

/** Confirms that the money of a requested top-up has arrived. An operator may do so twice. */
const confirm = async (client: Client) => {
  const key = client.cluster.operatorKeys.get(client.scope.organisationId)!.live
  const topUp = await client.any('topUps')
  if (topUp) await client.call('billing.confirmTopUp', { key, params: { id: topUp.id }, body: {} })
}

const markPaid = async (client: Client) => {
  const key = client.cluster.operatorKeys.get(client.scope.organisationId)!.live
  const invoice = await client.any('invoices', [statusIn('ISSUED')])
  if (invoice) await client.call('invoices.markPaid', { key, params: { id: invoice.id }, body: {} })
}

const changeTimeZone = async (client: Client) => {
  await client.call('organisation.patch', {
    body: { timeZone: client.random.pick(['UTC', 'Europe/Amsterdam', 'Pacific/Auckland']) },
  })
}

export const billingActions: readonly Action[] = [
  { weight: 3, mode: 'live', do: bookTopUp },
  { weight: 0.5, mode: 'live', do: credit },
  { weight: 0.3, mode: 'live', do: terms },
  { weight: 0.5, mode: 'live', do: issue },
  { weight: 0.7, mode: 'live', do: requestByPortal },
  { weight: 1, mode: 'live', do: confirm },
  { weight: 0.5, mode: 'live', do: markPaid },
  { weight: 0.4, mode: 'live', do: changeTimeZone },
]
