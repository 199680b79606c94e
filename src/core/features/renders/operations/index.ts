import { operationsOf } from '../../../engine/operation.ts'
import * as items from './items.ts'
import * as products from './products.ts'
import * as renders from './renders.ts'
import * as templateLibrary from './template-library.ts'
import * as templates from './templates.ts'

export const rendersOperations = operationsOf(items, products, renders, templateLibrary, templates)
