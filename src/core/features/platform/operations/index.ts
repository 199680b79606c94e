import { operationsOf } from '../../../engine/operation.ts'
import * as meta from './meta.ts'
import * as status from './status.ts'

export const platformOperations = operationsOf(meta, status)
