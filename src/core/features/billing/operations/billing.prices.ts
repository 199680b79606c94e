import { defineOperation } from '../../../engine/operation.ts'
import { everyone } from '../../../ports/store.ts'
import { platformCurrency } from '../../ledger/accounts.ts'
import { vatRateOf } from '../../ledger/vat.ts'
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
  async handler({ rows, organisation }) {
    const products = await rows.products.find(everyone, { active: true }, { order: [{ field: 'sortOrder' }] })
    const specifications = await rows.specifications.find(everyone, { active: true })
    const data = products.flatMap((product) =>
      specifications
        .filter(({ productId }) => productId === product.id)
        .flatMap((specification) =>
          specification.prices.map(({ zone, priceCents }) => ({
            productId: product.id,
            productName: product.name,
            productSpecificationId: specification.id,
            specificationName: specification.name,
            zone,
            unitPriceCents: priceCents,
          })),
        ),
    )
    const { vatTreatment } = organisation
    return { currency: platformCurrency, vatTreatment, vatRate: vatRateOf(organisation), data }
  },
})
