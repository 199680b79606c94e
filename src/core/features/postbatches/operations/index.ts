import { operationsOf } from '../../../engine/operation.ts'
import * as postbatches from './postbatches.ts'
import * as postbatchesLifecycle from './postbatches-lifecycle.ts'

export const postbatchesOperations = operationsOf(postbatches, postbatchesLifecycle)
