import { operationsOf } from '../../../engine/operation.ts'
import * as support from './support.ts'

export const supportOperations = operationsOf(support)
