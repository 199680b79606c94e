import type { ModeScope } from '../../../engine/caller.ts'
import { defineList, optionalIdFilter, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import {
  type ConditionOn,
  isNotNull,
  type Page,
  type ParsedQuery,
  type Where,
} from '../../../kernel/query.ts'
import { dayIn, toDateTime } from '../../../kernel/time.ts'
import type { ApiKeyRow } from '../../../model/api-keys.ts'
import { type LedgerEntryRow, ledgerEntriesTable, ledgerKinds } from '../../../model/billing.ts'
import { everyone, type Rows } from '../../../ports/store.ts'
import { isExpired } from '../../developers/key-schema.ts'
import { availableCents, currencyOf, emptyAccount } from '../../ledger/accounts.ts'
import { monthIn } from '../../ledger/spending.ts'
import { vatRateOf } from '../../ledger/vat.ts'
import { currentCatalogue } from '../../products/current-catalogue.ts'
import { nextPriceListOn, zonePricesOn } from '../../products/prices.ts'
import {
  balanceSchema,
  type LedgerEntry,
  ledgerEntrySchema,
  pricesQuery,
  pricesSchema,
  spendingSchema,
} from '../schema.ts'

/** Fields that refer to live mail, hidden in test mode. */
const ofLiveMail: ReadonlySet<string> = new Set(['itemId', 'postbatchId', 'billingGroup'])

/** Returns ledger entries as the mode may see them: test mode hides references to live mail. */
export const ledgerPage = async (
  rows: Rows,
  { organisationId, mode }: ModeScope,
  query: ParsedQuery<LedgerEntryRow>,
): Promise<Page<LedgerEntryRow>> => {
  if (mode === 'live') return rows.ledgerEntries.list({ organisationId }, query)
  const where = query.where.map(asIfNull)
  const page = await rows.ledgerEntries.list({ organisationId }, { ...query, where })
  return {
    ...page,
    rows: page.rows.map((row) => ({ ...row, itemId: null, postbatchId: null, billingGroup: null })),
  }
}

/** Filters treat a hidden field as null, because they would otherwise reveal it. */
const asIfNull = (condition: ConditionOn<LedgerEntryRow>): Where<LedgerEntryRow> => {
  if (!ofLiveMail.has(condition.field)) return condition
  const fits = condition.op === 'null' && condition.value
  return fits ? {} : { id: '' }
}

export const getBalance = defineOperation({
  id: 'billing.balance',
  method: 'GET',
  path: '/billing/balance',
  summary: 'Get the balance',
  description: 'Net of VAT. Test items don’t change it.',
  permission: 'billing.read',
  effect: 'read',
  output: balanceSchema,
  async handler({ rows, shared, organisation }) {
    const id = shared.organisationId
    const account = (await rows.accounts.get(shared, id)) ?? emptyAccount(id)
    return {
      billingMode: organisation.billingMode,
      currency: account.currency,
      balanceCents: account.balanceCents,
      reservedCents: account.reservedCents,
      availableCents: availableCents(account),
      lowThresholdCents: account.lowThresholdCents,
    }
  },
})

export const listLedger = defineOperation({
  id: 'billing.ledger',
  method: 'GET',
  path: '/billing/ledger',
  summary: 'List ledger entries',
  description:
    'The double-entry ledger behind the balance: every credit and charge, with its item or invoice. Test mode reads the same ledger, without the items and Postbatches of live mode.',
  permission: 'billing.read',
  effect: 'read',
  list: defineList(ledgerEntriesTable, {
    sort: { createdAt: 'createdAt' },
    defaultSort: '-createdAt',
    filters: {
      kind: { type: 'enum', values: ledgerKinds, operators: ['eq', 'ne', 'in'] },
      itemId: optionalIdFilter,
      postbatchId: optionalIdFilter,
      invoiceId: optionalIdFilter,
      createdAt: periodFilter,
    },
  }),
  output: listOf(ledgerEntrySchema),
  async handler({ rows, scope }, { list }) {
    return toList(list, await ledgerPage(rows, scope, list), toWire)
  },
})

export const toWire = ({ organisationId: _, ...row }: LedgerEntryRow): LedgerEntry => ({
  ...row,
  createdAt: toDateTime(row.createdAt),
})

export const getSpending = defineOperation({
  id: 'billing.spending',
  method: 'GET',
  path: '/billing/spending',
  summary: 'Get this month’s spending and caps',
  description:
    'A price counts when it is reserved, in the month of that moment in the organisation’s time zone, until it is released or refunded. Only live mail counts. Spending is counted only if there is a cap; after a cap is set, earlier spending of the month is counted within a minute.',
  permission: 'billing.read',
  effect: 'read',
  output: spendingSchema,
  async handler({ rows, shared, services }) {
    const { organisationId } = shared
    const organisation = (await rows.organisations.get(shared, organisationId))!
    const month = monthIn(organisation.timeZone, services.clock.now())
    const account = await rows.accounts.get(shared, organisationId)
    const spent = await rows.spending.find(shared, { month })
    const spentBy = new Map(spent.map(({ apiKeyId, spentCents }) => [apiKeyId, spentCents]))
    const { spendingCapCents: capCents } = organisation
    const keys = await cappedKeys(rows, shared, { spentBy, now: services.clock.now() })
    return {
      month,
      currency: (account ?? emptyAccount(organisationId)).currency,
      capCents,
      spentCents: capCents === null ? null : (spentBy.get(null) ?? 0),
      keys: keys.map(({ id, lineId: apiKeyId, name, spendingCapCents }) => ({
        apiKeyId,
        newestApiKeyId: id,
        name,
        capCents: spendingCapCents!,
        spentCents: spentBy.get(apiKeyId) ?? 0,
      })),
    }
  },
})

/** The newest key of each capped line that is usable or spent this month: keys are never deleted. */
const cappedKeys = async (
  rows: Rows,
  shared: { organisationId: string },
  { spentBy, now }: { spentBy: ReadonlyMap<string | null, number>; now: number },
): Promise<ApiKeyRow[]> => {
  const byAge = { order: [{ field: 'createdAt' }] } as const
  const keys = await rows.apiKeys.find(shared, { spendingCapCents: isNotNull }, byAge)
  const working = new Set(
    keys.filter((key) => key.revokedAt === null && !isExpired(key, now)).map(({ lineId }) => lineId),
  )
  const newest = new Map(keys.map((key) => [key.lineId, key]))
  return [...newest.values()].filter(({ lineId }) => working.has(lineId) || spentBy.has(lineId))
}

export const listPrices = defineOperation({
  id: 'billing.prices',
  method: 'GET',
  path: '/billing/prices',
  summary: 'List prices',
  description:
    'Net of VAT, for every active specification and zone, with the VAT of the organisation’s invoices.',
  permission: 'billing.read',
  effect: 'read',
  query: pricesQuery,
  output: pricesSchema,
  async handler({ services, rows, organisation, now }, { query }) {
    const today = dayIn(organisation.timeZone, now)
    const on = query.on ?? today
    const products = await rows.products.find(everyone, { active: true }, { order: [{ field: 'sortOrder' }] })
    const specifications = await rows.specifications.find(everyone, { active: true })
    const catalogue = await currentCatalogue(services, rows)
    const data = products.flatMap((product) =>
      specifications
        .filter(({ productId }) => productId === product.id)
        .flatMap((specification) =>
          zonePricesOn(catalogue, specification, organisation, on).map(
            ({ zone, name, priceCents, steps, sheets }) => ({
              productId: product.id,
              productName: product.name,
              productSpecificationId: specification.id,
              specificationName: specification.name,
              zone,
              zoneName: name,
              unitPriceCents: priceCents,
              steps: steps.map((step) => ({ from: step.from, unitPriceCents: step.priceCents })),
              sheets: sheets && { included: sheets.included, unitPriceCents: sheets.extraCents },
            }),
          ),
        ),
    )
    const { vatTreatment } = organisation
    const changesOn = nextPriceListOn(catalogue, organisation.id, on)
    return {
      currency: await currencyOf(rows),
      vatTreatment,
      vatRate: vatRateOf(organisation),
      changesOn,
      data,
    }
  },
})
