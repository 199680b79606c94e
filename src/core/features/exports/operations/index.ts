import { operationsOf } from '../../../engine/operation.ts'
import * as exports from './exports.ts'

export const exportsOperations = operationsOf(exports)
