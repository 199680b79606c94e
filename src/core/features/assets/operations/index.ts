import { operationsOf } from '../../../engine/operation.ts'
import * as uploads from './uploads.ts'

export const assetsOperations = operationsOf(uploads)
