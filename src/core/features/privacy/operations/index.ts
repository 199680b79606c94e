import { operationsOf } from '../../../engine/operation.ts'
import * as items from './items.ts'
import * as organisation from './organisation.ts'

export const privacyOperations = operationsOf(items, organisation)
