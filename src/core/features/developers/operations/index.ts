import { operationsOf } from '../../../engine/operation.ts'
import * as developers from './developers.ts'

export const developersOperations = operationsOf(developers)
