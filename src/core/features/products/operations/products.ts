import type { ReadContext } from '../../../engine/context.ts'
import { defineList } from '../../../engine/list/fields.ts'
import { listOf, toList, wholeListOf } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { found, invalid } from '../../../kernel/errors.ts'
import { vatOf } from '../../../kernel/money.ts'
import { toDateTime, toDateTimeOrNull } from '../../../kernel/time.ts'
import type { OrganisationRow } from '../../../model/organisations.ts'
import { type ProductRow, productsTable, type SpecificationRow } from '../../../model/products.ts'
import { everyone, type Rows } from '../../../ports/store.ts'
import { vatRateOf } from '../../ledger/vat.ts'
import { type Catalogue, currentCatalogue } from '../current-catalogue.ts'
import { nextCutoff } from '../cutoffs.ts'
import { priceTermsOf, zonePrices } from '../prices.ts'
import {
  priceInput,
  priceSchema,
  productDetailSchema,
  productParams,
  productSchema,
  type SpecificationWire,
  specificationSchema,
} from '../schema.ts'
import { productSentences } from '../sentences.ts'
import { printedSheet } from '../specifications.ts'

const productToWire = (row: ProductRow) => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  description: row.description,
  active: row.active,
  createdAt: toDateTime(row.createdAt),
  updatedAt: toDateTime(row.updatedAt),
})

/** `now` is in ms on the clock of the caller's mode. */
const specificationToWire = (
  catalogue: Catalogue,
  row: SpecificationRow,
  organisation: OrganisationRow,
  now: number,
): SpecificationWire => ({
  id: row.id,
  productId: row.productId,
  name: row.name,
  format: row.format,
  sheet: printedSheet(row),
  paper: row.paper,
  fold: row.fold,
  envelope: row.envelope,
  prices: zonePrices(catalogue, row, organisation, now).map(({ zone, priceCents }) => ({ zone, priceCents })),
  currency: row.currency,
  cutoff: row.cutoff,
  nextCutoffAt: toDateTimeOrNull(nextCutoff(row.cutoff, now + 1) ?? null),
  productionDays: row.productionDays,
  deliveryDays: row.deliveryDays,
  active: row.active,
})

const productById = async (rows: Rows, id: string): Promise<ProductRow> =>
  found(await rows.products.get(everyone, id), 'product')

const specificationsOf = async (
  { services, rows, organisation, now }: Pick<ReadContext, 'services' | 'rows' | 'organisation' | 'now'>,
  productId: string,
): Promise<SpecificationWire[]> => {
  const catalogue = await currentCatalogue(services, rows)
  const found = await rows.specifications.find(everyone, { productId })
  return found.map((row) => specificationToWire(catalogue, row, organisation, now))
}

export const listProducts = defineOperation({
  id: 'products.list',
  method: 'GET',
  path: '/products',
  summary: 'List products',
  permission: 'items.read',
  effect: 'read',
  list: defineList(productsTable, {
    sort: { sortOrder: 'sortOrder', name: 'name' },
    defaultSort: 'sortOrder',
    filters: {
      name: { type: 'text', operators: ['eq', 'contains'] },
      kind: { type: 'enum', values: ['POSTCARD', 'LETTER'], operators: ['eq', 'ne', 'in'] },
      active: { type: 'boolean', operators: ['eq'] },
    },
  }),
  output: listOf(productSchema),
  async handler({ rows }, { list }) {
    return toList(list, await rows.products.list(everyone, list), productToWire)
  },
})

export const getProduct = defineOperation({
  id: 'products.get',
  method: 'GET',
  path: '/products/{id}',
  summary: 'Get a product with its specifications',
  permission: 'items.read',
  effect: 'read',
  params: productParams,
  output: productDetailSchema,
  errors: ['not_found'],
  async handler(context, { params }) {
    const product = await productById(context.rows, params.id)
    return { ...productToWire(product), specifications: await specificationsOf(context, product.id) }
  },
})

export const priceProduct = defineOperation({
  id: 'products.price',
  method: 'POST',
  path: '/products/{id}/price',
  summary: 'Price pieces',
  permission: 'items.read',
  effect: 'read',
  params: productParams,
  body: priceInput,
  output: priceSchema,
  errors: ['not_found'],
  async handler({ services, rows, organisation, now }, { params, body }) {
    const product = await productById(rows, params.id)
    const specification = await rows.specifications.get(everyone, body.productSpecificationId)
    if (specification?.productId !== product.id) {
      throw invalid(
        'productSpecificationId',
        productSentences.sentence('unknown.specification', { product: product.name }),
      )
    }
    const quantities = body.quantities ?? [{ country: organisation.country, quantity: 1 }]
    const catalogue = await currentCatalogue(services, rows)
    const quantity = quantities.reduce((sum, line) => sum + line.quantity, 0)
    const lines = quantities.map((line, index) => {
      const { country } = line
      const terms = priceTermsOf(catalogue, specification, {
        organisation,
        country,
        quantity,
        pages: body.pages,
        now,
      })
      if (!terms)
        throw invalid(
          `quantities[${index}].country`,
          productSentences.sentence('unserved.price', { country }),
        )
      const { priceZone: zone, priceCents: unitPriceCents } = terms
      return { ...line, zone, unitPriceCents, amountCents: unitPriceCents * line.quantity }
    })
    const subtotalCents = lines.reduce((sum, line) => sum + line.amountCents, 0)
    const vatRate = vatRateOf(organisation)
    const vatCents = vatOf(subtotalCents, vatRate)
    return {
      productId: product.id,
      productSpecificationId: specification.id,
      currency: specification.currency,
      lines,
      quantity,
      subtotalCents,
      vatRate,
      vatCents,
      totalCents: subtotalCents + vatCents,
    }
  },
})

export const listProductSpecifications = defineOperation({
  id: 'products.specifications',
  method: 'GET',
  path: '/products/{id}/specifications',
  summary: 'List the specifications of a product',
  description:
    'Returns sheet, zones, paper, prices and cutoffs. Lengths are in mm from the top left of the trim.',
  permission: 'items.read',
  effect: 'read',
  params: productParams,
  output: wholeListOf(specificationSchema),
  errors: ['not_found'],
  async handler(context, { params }) {
    const product = await productById(context.rows, params.id)
    return { data: await specificationsOf(context, product.id) }
  },
})
