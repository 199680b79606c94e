import { getProduct } from './operations/products.get.ts'
import { listProducts } from './operations/products.list.ts'
import { priceProduct } from './operations/products.price.ts'
import { listProductSpecifications } from './operations/products.specifications.ts'

export const productOperations = [listProducts, getProduct, listProductSpecifications, priceProduct]
