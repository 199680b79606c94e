import { operationsOf } from '../../../engine/operation.ts'
import * as postbatches from './postbatches.ts'

export const importsOperations = operationsOf(postbatches)
