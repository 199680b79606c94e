import { countryZone } from '../../../address/index.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { invalid } from '../../../kernel/errors.ts'
import { vatOf } from '../../../kernel/money.ts'
import { everyone } from '../../../ports/store.ts'
import { vatRateOf } from '../../ledger/vat.ts'
import { priceOf } from '../price.ts'
import { productById } from '../product.ts'
import { priceInput, priceSchema, productParams } from '../schema.ts'
import { productSentences } from '../sentences.ts'

export const priceProduct = defineOperation({
  id: 'products.price',
  method: 'POST',
  path: '/products/{id}/price',
  summary: 'Work out what pieces would cost',
  permission: 'items.read',
  effect: 'read',
  params: productParams,
  body: priceInput,
  output: priceSchema,
  errors: ['not_found'],
  async handler({ rows, organisation }, { params, body }) {
    const product = await productById(rows, params.id)
    const specification = await rows.specifications.get(everyone, body.productSpecificationId)
    if (specification?.productId !== product.id) {
      throw invalid(
        'productSpecificationId',
        productSentences.say('unknown.specification', { product: product.name }),
      )
    }
    const quantities = body.quantities ?? [{ country: organisation.country, quantity: 1 }]
    const lines = quantities.map(({ country, quantity }) => {
      const unitPriceCents = priceOf(specification, organisation.country, country)
      const zone = countryZone(organisation.country, country)
      return { country, zone, quantity, unitPriceCents, amountCents: unitPriceCents * quantity }
    })
    const subtotalCents = lines.reduce((sum, line) => sum + line.amountCents, 0)
    const vatRate = vatRateOf(organisation)
    const vatCents = vatOf(subtotalCents, vatRate)
    return {
      productId: product.id,
      productSpecificationId: specification.id,
      currency: specification.currency,
      lines,
      quantity: lines.reduce((sum, line) => sum + line.quantity, 0),
      subtotalCents,
      vatRate,
      vatCents,
      totalCents: subtotalCents + vatCents,
    }
  },
})
