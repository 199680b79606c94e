import { operationsOf } from '../../../engine/operation.ts'
import * as attention from './attention.ts'
import * as search from './search.ts'

export const overviewOperations = operationsOf(attention, search)
