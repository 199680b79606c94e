import { operationsOf } from '../../../engine/operation.ts'
import * as profile from './profile.ts'

export const noticesOperations = operationsOf(profile)
