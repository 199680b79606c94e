import { longestAnswerMs, maxTurnsOfParty, maxWaiting } from '../../src/adapters/postgres/pool.ts'
import { defaultConnections, longestCountMs } from '../../src/adapters/postgres/store.ts'
import { maxCreditLines } from '../../src/core/features/billing/schema.ts'
import { maxPaymentTermDays } from '../../src/core/features/billing/settings-schema.ts'
import { maxOpenTopUps } from '../../src/core/features/billing/top-ups.ts'
import {
  afterTimeout,
  endpointShare,
  quickMs,
  quickShareFactor,
  slowShare,
} from '../../src/core/features/webhooks/delivery/capacity.ts'
import { captureBytes, timeoutMs } from '../../src/core/features/webhooks/delivery/dispatcher.ts'
import {
  earlierAnswerLength,
  maxConsecutiveExhausted,
} from '../../src/core/features/webhooks/delivery/finish.ts'
import { maxAttempts } from '../../src/core/features/webhooks/delivery/recovery.ts'
import { maxEndpoints } from '../../src/core/features/webhooks/endpoints/endpoint.ts'
import { maxShown } from '../../src/core/features/webhooks/explain.ts'
import { toleranceSeconds } from '../../src/core/features/webhooks/signing/diagnose-signature.ts'
import { secretRotation } from '../../src/core/features/webhooks/signing/sign.ts'
import { verifyLimits } from '../../src/core/features/webhooks/signing/signature-schema.ts'
import { defaultConfig } from '../../src/core/kernel/config.ts'
import { maxAmountCents, maxBalanceCents } from '../../src/core/kernel/money.ts'
import { count, type Section, seconds, size } from './limit.ts'

const { webhookConcurrency, webhookConcurrencyPerEndpoint, webhookConcurrencySlow } = defaultConfig
/** Quick slots that one organisation gets alone: at most `quickShareFactor` times the free ones. */
const quickAlone = (webhookConcurrency * quickShareFactor) / (quickShareFactor + 1)

export const webhooks: Section = {
  heading: 'Webhooks',
  limits: [
    ['Endpoints of an organisation', count(maxEndpoints), '409 `webhook_limit_reached`'],
    [
      'Events',
      `kept for ${defaultConfig.eventRetentionDays} days, with their deliveries`,
      'they are removed',
    ],
    [
      'An attempt',
      `${seconds(timeoutMs)} s, from resolving the name to the last byte`,
      '`timeout`, unless a 2xx status line has arrived',
    ],
    [
      'Previous attempts of a delivery whose next attempt `webhooks.retryNow` or `webhooks.retryDelivery` can make now',
      `fewer than ${count(maxAttempts)}`,
      'it keeps its schedule; 409 `invalid_state` from `webhooks.retryDelivery`',
    ],
    [
      'Consecutive events with only failed attempts',
      count(maxConsecutiveExhausted),
      'the endpoint is disabled',
    ],
    [
      'Age of a timestamp accepted by `verifyWebhook`',
      `${toleranceSeconds / 60} minutes`,
      'the signature is rejected',
    ],
    [
      'Simultaneous attempts in their first second',
      `${webhookConcurrency}; ${quickAlone} for one organisation, ${webhookConcurrencyPerEndpoint} for one endpoint, up to ${webhookConcurrency * endpointShare} while its receiver answers within ${quickMs} ms`,
      'due deliveries wait in turns',
    ],
    [
      'Simultaneous attempts that take longer',
      `${count(webhookConcurrencySlow)}; ${webhookConcurrencySlow * slowShare} for one organisation, ${afterTimeout} for an endpoint whose last attempt timed out`,
      `further ones count among the ${webhookConcurrency}`,
    ],
    [
      'The stored part of a receiver’s answer',
      `${size(captureBytes)} of the last attempt, ${count(earlierAnswerLength)} characters of earlier ones`,
      'the rest is not read, or truncated',
    ],
    [
      'Overlap when a webhook secret is rotated; older secrets that sign at the same time',
      `0 to ${secretRotation.maxHours} hours, ${secretRotation.defaultHours} by default; ${secretRotation.maxPrevious}`,
      '422 on `overlapHours`; 409 `invalid_state`',
    ],
    [
      '`webhooks.verifySignature`',
      `${count(verifyLimits.bodyLength)} characters of body, ${verifyLimits.headers} headers of ${count(verifyLimits.headerLength)} characters`,
      '422',
    ],
    [
      'Deliveries to one endpoint listed by `events.explain`',
      `the latest ${maxShown}`,
      'the delivery log lists all',
    ],
  ],
}

export const money: Section = {
  heading: 'Money',
  limits: [
    ['An amount (top-up, threshold, credit, spending cap)', `${count(maxAmountCents)} cents`, '422'],
    ['A balance', `${count(maxBalanceCents)} cents`, '422 on `amountCents` of the top-up'],
    ['Unpaid requested top-ups of an organisation', count(maxOpenTopUps), '409 `invalid_state`'],
    ['Payment term in days', `0 to ${maxPaymentTermDays}`, '422'],
    ['Lines in one credit note', count(maxCreditLines), '422'],
  ],
}

export const database: Section = {
  heading: 'PostgreSQL',
  limits: [
    [
      'Waiting PostgreSQL transactions of one organisation in one process',
      count(maxWaiting),
      '503 `storage_unavailable`, `Retry-After: 5`; the server stays ready',
    ],
    [
      'Wait for the result of a statement; of the one that counts requests',
      `${seconds(longestAnswerMs)} s; ${seconds(longestCountMs)} s`,
      '503 `storage_unavailable`; the connection is closed',
    ],
    [
      'PostgreSQL connections used by one organisation’s writes at the same time',
      `${maxTurnsOfParty(defaultConnections)} of the ${defaultConnections} of a process`,
      'further ones wait, for any time',
    ],
  ],
}
