import { operationsOf } from '../../../engine/operation.ts'
import * as catalogue from './catalogue.ts'
import * as catalogueCalendars from './catalogue-calendars.ts'
import * as catalogueParts from './catalogue-parts.ts'
import * as products from './products.ts'

export const productsOperations = operationsOf(catalogue, catalogueCalendars, catalogueParts, products)
