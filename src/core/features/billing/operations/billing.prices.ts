import { defineOperation } from '../../../engine/operation.ts'
import { dayIn } from '../../../kernel/time.ts'
import { everyone } from '../../../ports/store.ts'
import { currencyOf } from '../../ledger/currency.ts'
import { vatRateOf } from '../../ledger/vat.ts'
import { currentCatalogue } from '../../products/current.ts'
import { nextListOn, zonePricesOn } from '../../products/terms.ts'
import { pricesQuery, pricesSchema } from '../prices-schema.ts'

export const listPrices = defineOperation({
  id: 'billing.prices',
  method: 'GET',
  path: '/billing/prices',
  summary: 'List what pieces cost',
  description:
    'Net of VAT, for every active specification and zone, with the VAT that the organisation’s invoices add.',
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
    const changesOn = nextListOn(catalogue, organisation.id, on)
    return {
      currency: await currencyOf(rows),
      vatTreatment,
      vatRate: vatRateOf(organisation),
      changesOn,
      data,
    }
  },
})
