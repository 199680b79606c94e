import { operationsOf } from '../../../engine/operation.ts'
import * as postflows from './postflows.ts'

export const postflowsOperations = operationsOf(postflows)
