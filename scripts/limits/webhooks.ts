import { maxWaiting } from '../../src/adapters/postgres/fair-queue.ts'
import { maxCreditLines } from '../../src/core/features/billing/schema.ts'
import { maxPaymentTermDays } from '../../src/core/features/billing/settings-schema.ts'
import { maxOpenTopUps } from '../../src/core/features/billing/top-up-request.ts'
import { afterTimeout, slowShare } from '../../src/core/features/webhooks/delivery/capacity.ts'
import { captureBytes, timeoutMs } from '../../src/core/features/webhooks/delivery/dispatcher.ts'
import {
  earlierAnswerLength,
  maxConsecutiveExhausted,
} from '../../src/core/features/webhooks/delivery/finish.ts'
import { maxEndpoints } from '../../src/core/features/webhooks/endpoints/endpoint.ts'
import { maxShown } from '../../src/core/features/webhooks/explain/explain.ts'
import { secretRotation } from '../../src/core/features/webhooks/signing/secret.ts'
import { verifyLimits } from '../../src/core/features/webhooks/signing/signature-schema.ts'
import { toleranceSeconds } from '../../src/core/features/webhooks/signing/verify.ts'
import { defaultConfig } from '../../src/core/kernel/config.ts'
import { maxAmountCents, maxBalanceCents } from '../../src/core/kernel/money.ts'
import { count, type Section, seconds, size } from './limit.ts'

const { webhookConcurrency, webhookConcurrencyPerEndpoint, webhookConcurrencySlow } = defaultConfig

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
      `${seconds(timeoutMs)} s from the name’s resolution to the last byte`,
      '`timeout`; a 2xx status line that came decides',
    ],
    ['Events in a row that used up all attempts', count(maxConsecutiveExhausted), 'the endpoint is disabled'],
    ['How old a timestamp may be that a receiver takes', `${toleranceSeconds / 60} minutes`, 'it is refused'],
    [
      'Attempts under way that have run for less than a second',
      `${webhookConcurrency}; three quarters of them of one organisation, ${webhookConcurrencyPerEndpoint} of one endpoint`,
      'what is due waits, in turns',
    ],
    [
      'Attempts under way that have run longer',
      `${count(webhookConcurrencySlow)}; ${webhookConcurrencySlow * slowShare} of one organisation; ${afterTimeout} of an endpoint whose last attempt timed out`,
      `they keep their place among the ${webhookConcurrency}`,
    ],
    [
      'What is kept of a receiver’s answer',
      `${size(captureBytes)} of the last attempt, ${count(earlierAnswerLength)} characters of those before`,
      'the rest is not read, or cut',
    ],
    [
      'The overlap of a webhook secret’s rotation, and older secrets that sign at a time',
      `0 to ${secretRotation.maxHours} hours (${secretRotation.defaultHours}), ${secretRotation.maxPrevious}`,
      '422 on `overlapHours`; 409 `invalid_state`',
    ],
    [
      '`webhooks.verifySignature`',
      `${count(verifyLimits.bodyLength)} characters of body, ${verifyLimits.headers} headers of ${count(verifyLimits.headerLength)}`,
      '422',
    ],
    [
      'Deliveries that `events.explain` names of one endpoint',
      `${maxShown}, the latest`,
      'the delivery log has all',
    ],
  ],
}

export const money: Section = {
  heading: 'Money',
  limits: [
    ['An amount (top-up, threshold, credit)', `${count(maxAmountCents)} cents`, '422'],
    ['A balance', `${count(maxBalanceCents)} cents`, '422 on `amountCents` of what would exceed it'],
    ['Top-ups that wait to be paid', count(maxOpenTopUps), '409 `invalid_state`'],
    ['Days to pay', `0 to ${maxPaymentTermDays}`, '422'],
    ['Lines that one credit note names', count(maxCreditLines), '422'],
  ],
}

export const database: Section = {
  heading: 'PostgreSQL',
  limits: [
    [
      'Transactions of one organisation that wait for PostgreSQL in one process',
      count(maxWaiting),
      '503 `storage_unavailable`, `Retry-After: 5`; the server stays ready',
    ],
    [
      'Connections to PostgreSQL that one organisation’s writes have at a time',
      'a quarter of a process’s eight',
      'they wait, as long as it takes',
    ],
  ],
}
