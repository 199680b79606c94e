import { defineOperation } from '../../../engine/operation.ts'
import { toBase64 } from '../../../kernel/bytes.ts'
import { problem } from '../../../kernel/errors.ts'
import { hourMs } from '../../../kernel/time.ts'
import type { PreviousSecret } from '../../../model/webhooks.ts'
import { toWire, visibleEndpoint } from '../endpoints/endpoint.ts'
import { rotatedSecretSchema, rotateSecretInput, secretAgain, webhookParams } from '../schema.ts'
import { webhookProblems } from '../sentences.ts'
import {
  knownSecrets,
  newSecret,
  previousAt,
  sealSecret,
  secretRotation,
  secretToWire,
} from '../signing/secret.ts'

/**
 * Secrets kept beside the current one: those that still sign, and ended ones, so that a receiver that still
 * verifies with one of them can be told.
 */
const maxKept = 8

export const rotateWebhookSecret = defineOperation({
  id: 'webhooks.rotateSecret',
  method: 'POST',
  path: '/webhooks/{id}/rotate-secret',
  summary: 'Give a webhook endpoint a new secret',
  description:
    'Shown this once. `X-Webhook-Signature` is made with the new secret at once; `webhook-signature` carries a signature of the old one beside it for `overlapHours` (24 unless said). Rotated again meanwhile, every secret signs until its own time. 0 ends all older secrets at once.',
  permission: 'webhooks.manage',
  effect: 'write',
  params: webhookParams,
  body: rotateSecretInput,
  output: rotatedSecretSchema,
  shownOnce: secretAgain,
  errors: ['not_found', 'invalid_state', 'revision_conflict'],
  async handler({ rows, scope, shared, services }, { params, body }) {
    const endpoint = await visibleEndpoint(rows, scope, params.id)
    const now = services.clock.now()
    const { overlapHours } = body
    if (overlapHours > 0 && previousAt(endpoint, now).length >= secretRotation.maxPrevious) {
      throw problem(webhookProblems.say('invalid_state.old_secrets', { limit: secretRotation.maxPrevious }))
    }
    const replaced = {
      sealed: toBase64(endpoint.secret),
      since: endpoint.secretSince,
      replacedAt: now,
      until: now + overlapHours * hourMs,
    }
    const older = endpoint.previousSecrets.map((previous) =>
      overlapHours === 0 ? { ...previous, until: Math.min(previous.until, now) } : previous,
    )
    const secret = newSecret(services)
    const patch = {
      secret: sealSecret(services, endpoint.id, secret),
      secretSince: now,
      previousSecrets: kept([replaced, ...older], now),
      updatedAt: now,
    }
    // Two concurrent rotations would each show a secret, of which only one signs.
    const { secretSince, updatedAt } = endpoint
    if (!(await rows.webhookEndpoints.update(shared, endpoint.id, patch, { secretSince, updatedAt }))) {
      throw problem(webhookProblems.say('revision_conflict.endpoint'))
    }
    const rotated = { ...endpoint, ...patch }
    return {
      ...toWire(rotated),
      secret,
      secrets: knownSecrets(services, rotated, now).map((known) => secretToWire(services, known)),
    }
  },
})

const kept = (secrets: readonly PreviousSecret[], now: number): PreviousSecret[] => {
  const signing = secrets.filter(({ until }) => until > now)
  const ended = secrets.filter(({ until }) => until <= now).slice(0, maxKept - signing.length)
  return secrets.filter((secret) => signing.includes(secret) || ended.includes(secret))
}
