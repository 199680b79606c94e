import { operationsOf } from '../../../engine/operation.ts'
import * as media from './media.ts'

export const mediaOperations = operationsOf(media)
