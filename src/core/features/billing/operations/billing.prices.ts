import { defineOperation } from '../../../engine/operation.ts'
import { everyone } from '../../../ports/store.ts'
import { currencyOf } from '../../ledger/currency.ts'
import { vatRateOf } from '../../ledger/vat.ts'
import { currentCatalogue } from '../../products/current.ts'
import { zonePrices } from '../../products/terms.ts'
import { pricesSchema } from '../schema.ts'

export const listPrices = defineOperation({
  id: 'billing.prices',
  method: 'GET',
  path: '/billing/prices',
  summary: 'List what pieces cost',
  description:
    'Net of VAT, for every active specification and zone, with the VAT that the organisation’s invoices add.',
  permission: 'billing.read',
  effect: 'read',
  output: pricesSchema,
  async handler({ services, rows, organisation, now }) {
    const products = await rows.products.find(everyone, { active: true }, { order: [{ field: 'sortOrder' }] })
    const specifications = await rows.specifications.find(everyone, { active: true })
    const catalogue = await currentCatalogue(services, rows)
    const data = products.flatMap((product) =>
      specifications
        .filter(({ productId }) => productId === product.id)
        .flatMap((specification) =>
          zonePrices(catalogue, specification, organisation, now).map(
            ({ zone, name, priceCents, steps }) => ({
              productId: product.id,
              productName: product.name,
              productSpecificationId: specification.id,
              specificationName: specification.name,
              zone,
              zoneName: name,
              unitPriceCents: priceCents,
              steps: steps.map((step) => ({ from: step.from, unitPriceCents: step.priceCents })),
            }),
          ),
        ),
    )
    const { vatTreatment } = organisation
    return { currency: await currencyOf(rows), vatTreatment, vatRate: vatRateOf(organisation), data }
  },
})
