import { operationsOf } from '../../../engine/operation.ts'
import * as integrations from './integrations.ts'

export const integrationsOperations = operationsOf(integrations)
