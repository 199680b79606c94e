import { operationsOf } from '../../../engine/operation.ts'
import * as webhooks from './webhooks.ts'
import * as webhooksDeliveries from './webhooks-deliveries.ts'
import * as webhooksReplays from './webhooks-replays.ts'

export const webhooksOperations = operationsOf(webhooks, webhooksDeliveries, webhooksReplays)
